import { expect, it } from "vitest";
import { mutated, mutationsIn } from "./mutations.ts";

const becomesOf = (line: string): string[] => mutationsIn(line).map(({ becomes }) => becomes);

it.each([
  ["a comparison is turned", "return age <= LIMIT;", "return age < LIMIT;"],
  ["two conditions are joined otherwise", "return isPaid && isOurs;", "return isPaid || isOurs;"],
  [
    "a clause of a condition is dropped",
    'const OPEN = "ownerToken = :owner AND #state = :claimed";',
    'const OPEN = "ownerToken = :owner";',
  ],
  ["a named clause is dropped", "conditions: [ON_ITS_WAY, NOT_BEING_SENT],", "conditions: [ON_ITS_WAY],"],
  ["a guard is removed", "  if (!merchant) return undefined;", ""],
  ["a second look is left out", "  await releaseIfEnabled(eventId, merchant, at);", ""],
  ["a number grows", "const LEASE_MS = 60_000;", "const LEASE_MS = 600000;"],
  ["an element of a list is dropped", '  "charge.refunded",', ""],
  ["a sign is turned", "const left = captured - refunded;", "const left = captured + refunded;"],
  [
    "the page says something else",
    '  refunded: "All of it was given back.",',
    '  refunded: "Something else.",',
  ],
])("mutates code: %s", (_what, line, becomes) => {
  expect(becomesOf(line)).toContain(becomes);
});

it.each([
  'search: "M10.5 17a6.5 6.5 0 1 0",',
  'throw new Error("This cannot be. Or can it");',
  'x: described("What it is for.", text),',
])("leaves alone what nobody could notice: %s", (line) => {
  expect(becomesOf(line)).toEqual([]);
});

it.each(["// at <= LIMIT", "import { a } from './b.ts';", "export type Age = 1 | 2;", " * Older than 23 h."])(
  "leaves alone what does not run: %s",
  (line) => {
    expect(becomesOf(line)).toEqual([]);
  },
);

it("changes the one line that a mutation names", () => {
  const text = "const a = 1;\nconst b = 2;\n";
  const [, second] = mutationsIn(text);
  if (!second) throw new Error("There should be a mutation on each line.");
  expect(mutated(text, second)).toBe("const a = 1;\nconst b = 3;\n");
});
