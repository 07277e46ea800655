import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROBLEM_PAGE_STYLE } from "../../../shared/views/problem-type.ts";

/*
 * What the tests in a browser rely on, which ask for everything but colors by day only, and for colors by the scheme of
 * the page, whatever has chosen it.
 */

const ROOT = join(import.meta.dirname, "../../..");
const SHEETS = globSync("{functions/console,infra}/**/*.css", { cwd: ROOT });
const STYLES: [string, string][] = [
  ...SHEETS.map((file): [string, string] => [file, readFileSync(join(ROOT, file), "utf8")]),
  ["the page of a problem", PROBLEM_PAGE_STYLE],
];

it.each(STYLES)("%s changes nothing but colors by night", (_, style) => {
  expect(style).not.toContain("prefers-color-scheme");
  for (const [, property] of style.matchAll(/([\w-]+): [^;]*light-dark\(/g))
    expect(property).toMatch(/^(--[\w-]+|color|background|fill)$/);
});
