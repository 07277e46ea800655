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

it("explains itself where a number is none", () => {
  expect(() => parseOptions(["--seeds", "many"])).toThrow("npm run simulate");
});
