import { describe, expect, it } from "vitest";
import { isPlainText, parseDuration, parseWhole } from "../../../infra/operator/arguments.ts";

describe("a duration", () => {
  it.each([
    ["0", 0],
    ["0h", 0],
    ["90s", 90],
    ["30m", 1800],
    ["24h", 86_400],
    ["7d", 604_800],
  ])("%s", (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(["", "24", "-1h", "1.5h", "1w", "h", "24 h", "1e3s", "tomorrow", "9999999999d"])(
    "is not %j",
    (text) => {
      expect(() => parseDuration(text)).toThrow(/a number and a unit/);
    },
  );
});

describe("a whole number", () => {
  it.each([
    ["0", 0],
    ["250", 250],
    ["-1", -1],
  ])("%s", (text, value) => expect(parseWhole(text)).toBe(value));

  it.each(["", "NaN", "Infinity", "2.5", "1e3", "0x10", "1 ", "1".repeat(16)])("is not %j", (text) => {
    expect(() => parseWhole(text)).toThrow(/whole number/);
  });
});

it.each([
  ["Corner Shop", true],
  ["Čajovna № 5 🍵", true],
  ["", false],
  [" ", false],
  ["a\nb", false],
  ["\u001b[2J", false],
  ["x".repeat(101), false],
])("text that a terminal may show: %j is %s", (text, fits) => expect(isPlainText(text)).toBe(fits));
