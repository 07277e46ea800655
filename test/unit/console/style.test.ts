import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROBLEM_PAGE_STYLE } from "../../../shared/views/problem-type.ts";

/*
 * What the tests in a browser rely on, which look at every colour once by day and once by night, and at every form once
 * on a desk and once on a telephone.
 */

const ROOT = join(import.meta.dirname, "../../..");
const SHEETS = globSync("{functions/console,infra}/**/*.css", { cwd: ROOT });
const STYLES: [string, string][] = [
  ...SHEETS.map((file): [string, string] => [file, readFileSync(join(ROOT, file), "utf8")]),
  ["the page of a problem", PROBLEM_PAGE_STYLE],
];

/** The reference's contents have a ground of their own on a telephone, and are looked at there. */
const LOOKED_AT = [".side { background }"];

/** Each property that is set within a condition on the window's width, as ".list { padding }". */
const setWhenNarrow = (style: string): string[] =>
  [...style.matchAll(/@media \(max-width[^{]*\{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, rules = ""]) =>
    [...rules.matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(([, selector = "", body = ""]) =>
      [...body.matchAll(/([\w-]+):/g)].map(([, property]) => `${selector.trim()} { ${property} }`),
    ),
  );

it("finds what style sheets set in a narrow window", () => {
  const found = STYLES.flatMap(([, style]) => setWhenNarrow(style));
  expect(found).toEqual(expect.arrayContaining([".wide { display }", ...LOOKED_AT]));
});

it.each(STYLES)("%s has no colours of its own in a narrow window", (_, style) => {
  const colours = /\{ (color|background.*|fill|stroke|opacity|filter|font-weight) \}$/;
  expect(setWhenNarrow(style).filter((set) => colours.test(set) && !LOOKED_AT.includes(set))).toEqual([]);
});

it.each(STYLES)("%s changes nothing but colours by night", (_, style) => {
  expect(style).not.toContain("prefers-color-scheme");
  for (const [, property] of style.matchAll(/([\w-]+): [^;]*light-dark\(/g))
    expect(property).toMatch(/^(--[\w-]+|color|background|fill)$/);
});
