import { join } from "node:path";
import { createConfig, lint, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import committed from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { toVersion30 } from "../../../shared/contract/openapi/version-3-0.ts";

const DOCUMENT = join(import.meta.dirname, "../../../shared/contract/generated/openapi.json");

/**
 * Every warning of the recommended rules counts as an error. Paths that could be taken for each other are looked at
 * below, with their methods: the linter's rule does not know that one of them is only read and the other only posted to.
 */
const rules = { "no-ambiguous-paths": "off" } as const;
const config = await createConfig({ extends: ["recommended-strict"], rules });

it("passes an independent linter, its warnings included", async () => {
  const problems = await lint({ ref: DOCUMENT, config });
  const shown = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  expect(shown).toEqual([]);
});

it("is a valid document in OpenAPI 3.0 too, with the same operations", async () => {
  const old = toVersion30(committed);
  expect(old.openapi).toBe("3.0.3");
  expect(Object.keys(old.paths ?? {})).toEqual(Object.keys(committed.paths));
  // Its schemas for webhooks are kept, so that a generator makes their types, and nothing refers to them.
  const lenient = await createConfig({
    extends: ["recommended-strict"],
    rules: { ...rules, "no-unused-components": "off" },
  });
  const problems = await lintFromString({ source: JSON.stringify(old), config: lenient });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

it("has no request that two paths could be meant by", () => {
  const paths = Object.entries(committed.paths);
  const isBoth = (one: string, other: string) =>
    one.split("/").length === other.split("/").length &&
    one.split("/").every((part, index) => {
      const there = other.split("/")[index] ?? "";
      return part === there || part.startsWith("{") !== there.startsWith("{");
    });
  const methods = (item: object) => Object.keys(item).filter((key) => ["get", "post", "put"].includes(key));
  const mixed = paths.flatMap(([one, here]) =>
    paths
      .filter(
        ([other, there]) => one < other && isBoth(one, other) && crosses(one, other) && shares(here, there),
      )
      .map(([other]) => [one, other]),
  );
  // A path of its own beats a template; two that each have a template where the other has a name do not.
  function crosses(one: string, other: string): boolean {
    const wild = (path: string) => path.split("/").map((part) => part.startsWith("{"));
    const [here, there] = [wild(one), wild(other)];
    return here.some((is, n) => is && !there[n]) && there.some((is, n) => is && !here[n]);
  }
  function shares(here: object, there: object): boolean {
    return methods(here).some((method) => methods(there).includes(method));
  }
  expect(mixed).toEqual([]);
});

it("a linter that would notice", async () => {
  const { security: _, ...open } = committed;
  const problems = await lintFromString({ source: JSON.stringify(open), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain("security-defined");
});
