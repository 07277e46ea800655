import { createConfig, lint, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import committed from "../../../shared/contract/generated/openapi.json" with { type: "json" };

const DOCUMENT = new URL("../../../shared/contract/generated/openapi.json", import.meta.url).pathname;

/** Every warning of the recommended rules counts as an error. */
const config = await createConfig({ extends: ["recommended-strict"] });

it("passes an independent linter, its warnings included", async () => {
  const problems = await lint({ ref: DOCUMENT, config });
  const shown = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  expect(shown).toEqual([]);
});

it("a linter that would notice", async () => {
  const { security: _, ...open } = committed;
  const problems = await lintFromString({ source: JSON.stringify(open), config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain("security-defined");
});
