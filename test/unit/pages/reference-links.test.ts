import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GUIDES } from "../../../infra/pages/reference/guides.ts";
import { headingsOf, markdown } from "../../../infra/pages/reference/markdown.ts";

/** Where the guides lead within the reference, which is one page. */

const textOf = (guide: string) =>
  readFileSync(new URL(`../../../shared/contract/${guide}.md`, import.meta.url), "utf8");

it("a guide's link to a place in a guide is a link on the page, and leads to a heading of that guide", () => {
  const lost = GUIDES.flatMap((guide) => {
    const { markup } = markdown(textOf(guide));
    const links = [...textOf(guide).matchAll(/\]\((?:([\w-]+)\.md)?#([\w-]+)\)/g)];
    return links.filter(([, other = guide, place = ""]) => {
      const there = markdown(textOf(other)).markup;
      return !markup.includes(`<a href="#${place}">`) || !there.includes(` id="${place}"`);
    });
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

it("no two guides have a section of the same name: the contents would lead to the first of them", () => {
  const sections = GUIDES.flatMap((guide) => headingsOf(textOf(guide)));
  expect(sections.filter((section, place) => sections.indexOf(section) !== place)).toEqual([]);
});

it("a guide's link to what is not on the page is its text", () => {
  const { markup } = markdown("[a](platform-events.md#one), [b](../README.md) and [c](javascript:alert)");
  expect(markup).toBe("<p>a, b and c</p>\n");
});
