import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OF_CONSOLE } from "../../../infra/pages/inline-build.ts";

const isShortened = (name: string) => new RegExp(`^(${OF_CONSOLE})$`).test(name);

it("a name that the page's build shortens is none of the API's", () => {
  const words = readFileSync("shared/contract/generated/openapi.json", "utf8").match(/\w+/g) ?? [];
  expect(words).toContain("differenceCents");
  expect(words.filter(isShortened)).toEqual([]);
});

it("a name that the page's build shortens is none of the language's", () => {
  const known = [Array, Date, Function, Intl, JSON, Map, Math, Number, Object, Promise, RegExp, Set, String]
    .flatMap((one) => [one, "prototype" in one ? one.prototype : {}])
    .flatMap((one) => Object.getOwnPropertyNames(one));
  expect(known).toContain("isArray");
  expect(known.filter(isShortened)).toEqual([]);
});
