import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, it } from "vitest";
import { PLANTED_BUGS } from "./bugs.ts";
import { findPlaces, replaceAt } from "./place.ts";

it.each(PLANTED_BUGS)(
  "$name can still be planted: its place is in the source, once, and what it becomes can be read",
  (bug) => {
    const source = readFileSync(new URL(`../../../${bug.file}`, import.meta.url), "utf8");
    expect(findPlaces(source, bug)).toHaveLength(1);
    // A bug that does not even load would be "found" by nothing.
    const planted = replaceAt(source, bug, bug.becomes);
    const read = bug.file.endsWith(".json") ? JSON.parse : stripTypeScriptTypes;
    expect(() => read(planted)).not.toThrow();
  },
);

/** A module that is loaded before the simulation's hooks cannot be changed by them any more. */
it("none is in a module that the simulation loads before it can plant anything", () => {
  const early = new Set<string>();
  const follow = (url: URL): void => {
    if (early.has(url.href)) return;
    early.add(url.href);
    const source = readFileSync(url, "utf8");
    for (const [, from = ""] of source.matchAll(/^(?:import|export) (?!type )[^"';]*? from "(\.[^"]+)";$/gm))
      follow(new URL(from, url));
  };
  follow(new URL("../hooks.ts", import.meta.url));
  expect(early.size).toBeGreaterThan(5);
  const tooLate = PLANTED_BUGS.filter(({ file }) =>
    early.has(new URL(`../../../${file}`, import.meta.url).href),
  );
  expect(tooLate.map(({ name }) => name)).toEqual([]);
});

/** What the simulation was built to find. */
const WANTED = [
  "owner condition dropped",
  "claim deleted on error",
  "attempts by receive count",
  "200 before the event is stored",
  "version condition dropped",
  "processor key not stable",
  "lease without margin",
  "a field missing in the fingerprint",
  "late `processing` believed",
  "refund cap on a stale read",
  "no look after 24 h",
  "held events lost on enable",
  "only the new secret signs",
  "merchant check missing",
  "retryable true on an un-keyed refund",
  "dead letter not sent after a lost reply",
  "due entry removed too early",
  "a visit that moves money",
  "parked event forgotten",
  "a missing grant",
  "a warm map shared between functions",
];

it("each has a name of its own, and none is missing that was wanted", () => {
  const names = PLANTED_BUGS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(WANTED.filter((name) => !names.includes(name))).toEqual([]);
});
