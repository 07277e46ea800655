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
