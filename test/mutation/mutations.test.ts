import { expect, it } from "vitest";
import { compiling } from "./compile.ts";
import type { Drawn } from "./judge.ts";
import { mutated, mutationsIn } from "./mutations.ts";
import { functionAt, type Reach, testsFor } from "./reach.ts";
import { outcomeOf } from "./run-tests.ts";

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
  'const TAG: Tag = { name: "Terminal", description: "Card readers." };',
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

const drawn = (file: string, line = 1): Drawn => ({ kind: "number", file, line, was: "1", becomes: "2" });

it("mutations that do not compile are left out, although all were compiled together", () => {
  const good = drawn("file.ts", 1);
  const bad = drawn("file.ts", 2);
  const other = { ...good, becomes: "3" };
  const errorsWith = (mutations: Drawn[]) => mutations.filter(({ line }) => line === 2);
  expect(compiling([bad, good, other], errorsWith)).toEqual([good, other]);
});

it.each(["bad.ts", "who-reads-bad.ts"])(
  "a mutation that another line of %s objects to is found by compiling parts of them",
  (file) => {
    const [good, bad, third] = [drawn("good.ts"), drawn("bad.ts"), drawn("third.ts")];
    const errorsWith = (mutations: Drawn[]) => (mutations.includes(bad) ? [{ file, line: 9 }] : []);
    expect(compiling([bad, good, third], errorsWith)).toEqual([good, third]);
  },
);

const reachOf = (test: string, milliseconds: number, functions: Reach["functions"]): Reach => ({
  test,
  milliseconds,
  functions,
});

it("the tests that run a function are tried, the quickest first, but before them what speaks of its file", () => {
  const reaches = [
    reachOf("test/slow.test.ts", 9_000, { "shared/capture-payment.ts": ["capture"] }),
    reachOf("test/capture.test.ts", 4_000, { "shared/capture-payment.ts": ["capture"] }),
    reachOf("test/quick.test.ts", 1_000, { "shared/capture-payment.ts": ["capture"] }),
    reachOf("test/loads-only.test.ts", 1, { "shared/capture-payment.ts": ["other"] }),
    reachOf("test/elsewhere.test.ts", 1, { "shared/other.ts": ["capture"] }),
  ];
  const names = (name: string | undefined) =>
    testsFor(reaches, "shared/capture-payment.ts", name).map(({ test }) => test);
  expect(names("capture")).toEqual(["test/capture.test.ts", "test/quick.test.ts", "test/slow.test.ts"]);
  // A constant is no function: whatever loads its file may depend on it.
  expect(names("LIMIT")).toContain("test/loads-only.test.ts");
});

it("a test that imports a constant's file is tried, also where a shared worker had loaded that file before", () => {
  const unit = "test/unit/domain/payments/currency.test.ts";
  expect(testsFor([reachOf(unit, 1, {})], "shared/domain/payments/currency.ts", "LIST")).toHaveLength(1);
});

it("behind those that are known to run a function come those that may: by a program that they start, or while they load", () => {
  const file = "shared/flows/callbacks/reseal-secrets.ts";
  const reaches = [
    reachOf("test/integration/operator/callback-keys.test.ts", 1, {}),
    reachOf("test/integration/payments/create.test.ts", 1, {}),
    reachOf("test/integration/counted.test.ts", 1_000, { [file]: ["resealMerchant"] }),
  ];
  expect(testsFor(reaches, file, "resealMerchant").map(({ test }) => test)).toEqual([
    "test/integration/counted.test.ts",
    "test/integration/operator/callback-keys.test.ts",
  ]);
});

it("a line lies in the function that begins before it at the margin", () => {
  const text = "export async function one() {\n  const two = 2;\n}\n\nexport const three = 3;\n";
  expect([1, 2, 5].map((line) => functionAt(text, line))).toEqual(["one", "one", "three"]);
});

const CWD = new URL("../..", import.meta.url).pathname;

it("a failure is told with its test and the first line of its reason", () => {
  const passed = { status: "passed", fullName: "it adds", failureMessages: [] };
  const failed = {
    status: "failed",
    fullName: "it takes away",
    failureMessages: ["expected 1 to be 2\n at x"],
  };
  const report = {
    testResults: [
      { name: `${CWD}test/one.test.ts`, status: "passed", assertionResults: [passed] },
      { name: `${CWD}test/two.test.ts`, status: "failed", assertionResults: [passed, failed] },
    ],
  };
  expect(outcomeOf(report, [])).toEqual({
    kind: "failed",
    test: "test/two.test.ts",
    by: "test/two.test.ts: it takes away: expected 1 to be 2",
    isByTime: false,
  });
});

it("a test that took too long is told from one that was wrong, since the machine may have been busy", () => {
  const failed = {
    status: "failed",
    fullName: "it waits",
    failureMessages: ["Error: Test timed out in 60000ms."],
  };
  const report = {
    testResults: [{ name: `${CWD}test/one.test.ts`, status: "failed", assertionResults: [failed] }],
  };
  expect(outcomeOf(report, [])).toMatchObject({ kind: "failed", isByTime: true });
});

it("a report without any test file has noticed nothing", () => {
  expect(outcomeOf({ testResults: [] }, [])).toEqual({ kind: "cut_off" });
});
