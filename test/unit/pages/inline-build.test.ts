import { globSync, readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { OF_CONSOLE } from "../../../infra/pages/inline-build.ts";

const textOf = (pattern: string): string =>
  globSync(pattern)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
const wordsOf = (text: string): Set<string> => new Set(text.match(/[\w$]+/g));

/** Without types and comments, whose words no build shortens. */
const PAGE = globSync("infra/pages/console/**/*.{ts,tsx}")
  .map((path) => transformSync(textOf(path), { loader: path.endsWith("x") ? "tsx" : "ts" }).code)
  .join("\n");
const IN_QUOTES = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Where a name is known outside of the page's own code: shortened, it would be another name there. */
const KNOWN = {
  "a browser or the language": wordsOf(textOf("node_modules/@typescript/typescript-*/lib/lib.*.d.ts")),
  Preact: wordsOf(textOf("node_modules/preact/{src,hooks/src}/*.d.ts")),
  "the API": wordsOf(textOf("shared/contract/generated/openapi.json")),
  "what the API answers to the page alone": wordsOf(textOf("infra/pages/console/api/types.ts")),
  "a text or a key in quotes": wordsOf(
    (PAGE.match(IN_QUOTES) ?? []).map((text) => text.replace(/\$\{[^{}]*\}/g, " ")).join("\n"),
  ),
};

/** A table may be looked up by any word of the processor's, such as amex. None of those has a capital inside. */
const A_WORD = /^([a-z\d_]+|[A-Z].*)$/;

const knownTo = (name: string): string[] => [
  ...Object.entries(KNOWN).flatMap(([who, words]) => (words.has(name) ? who : [])),
  ...(A_WORD.test(name) ? ["the processor"] : []),
];

it.each(OF_CONSOLE.split(" "))(
  "%s is known to the console's page alone, so its build can shorten it",
  (name) => {
    expect(knownTo(name)).toEqual([]);
    expect(wordsOf(PAGE).has(name)).toBe(true);
  },
);

it.each([
  ["showModal", "a browser or the language"],
  ["preventScroll", "a browser or the language"],
  ["currencyDisplay", "a browser or the language"],
  ["toSorted", "a browser or the language"],
  ["onPointerLeave", "Preact"],
  ["differenceCents", "the API"],
  ["failedInAll", "what the API answers to the page alone"],
  ["briefWithYear", "a text or a key in quotes"],
  ["econnrefused", "the processor"],
])("%s cannot be shortened: %s knows it", (name, who) => {
  expect(knownTo(name)).toContain(who);
});
