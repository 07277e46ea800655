import { expect, it } from "vitest";
import { parseOptions } from "./options.ts";

it.each([
  [["--planted"], undefined],
  [["--planted", "capture"], "capture"],
  [["--planted", "--minutes", "2"], undefined],
  [["--seeds", "7"], undefined],
])("%j plants what has %s in its name", (argv, planted) => {
  expect(parseOptions(argv).planted).toBe(planted);
});

it("says which scenarios there are, where it is asked for another", () => {
  expect(parseOptions(["--scenario", "41,47"]).scenarios).toEqual([41, 47]);
  expect(() => parseOptions(["--scenario", "5"])).toThrow(/no scenario "5"[\s\S]* 41 [\s\S]* 47 /);
  expect(() => parseOptions(["--scenario"])).toThrow(/no scenario ""/);
});

it("explains itself where a number is none", () => {
  expect(() => parseOptions(["--seeds", "many"])).toThrow("npm run simulate");
});

it("rejects an option that it does not know, instead of running other seeds than the ones meant", () => {
  expect(() => parseOptions(["--seeds", "5", "--start", "900"])).toThrow(/no option --start[\s\S]*--from/);
});
