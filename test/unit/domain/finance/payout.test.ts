import { describe, expect, it } from "vitest";
import { type CsvForm, csvFile } from "../../../../shared/domain/finance/csv.ts";
import {
  addLines,
  chunksOfPage,
  isPaidOutAgain,
  isToBeFollowed,
  lineCountOf,
  mustBeComposed,
  type PayoutFacts,
  type PayoutLine,
  unexplainedOf,
} from "../../../../shared/domain/finance/payout.ts";
import { payoutFactsWith, payoutLineWith } from "../../../support/payouts.ts";

const line = (netCents: number, rest: Partial<PayoutLine> = {}): PayoutLine =>
  payoutLineWith({ grossCents: netCents, netCents, ...rest });
const FACTS = payoutFactsWith({ amountCents: 900, traceId: "trace" });

describe("what a payout is made of", () => {
  it("says what the lines do not account for", () => {
    const totals = addLines({}, [line(1000), line(-100, { kind: "refund" }), line(7)]);
    expect(unexplainedOf(FACTS, { run: "r", chunkSizes: [3], totals })).toBe(-7);
  });

  it("finds every line once and oldest first, wherever a page begins and ends", () => {
    // Chunks are newest first, and so is what is in them: the oldest line is the last of the last chunk.
    const chunks = [[8, 7, 6], [], [5, 4], [3, 2, 1, 0]];
    const composition = { run: "r", chunkSizes: chunks.map(({ length }) => length), totals: {} };
    for (const limit of [1, 2, 3, 4, 9, 100]) {
      const found: number[] = [];
      for (let skip = 0; skip < 9; skip += limit) {
        const page = chunksOfPage(composition, { skip, limit }).flatMap((place) =>
          (chunks[place.nth] ?? []).toReversed().slice(place.skip, place.skip + place.take),
        );
        expect(page.length).toBeLessThanOrEqual(limit);
        found.push(...page);
      }
      expect(found).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }
    expect(chunksOfPage(composition, { skip: 9, limit: 5 })).toEqual([]);
  });

  it("is looked at daily while it is unfinished, not taken apart, or without its reference", () => {
    const composed = { run: "r", chunkSizes: [], totals: {} };
    expect(isToBeFollowed(FACTS, composed)).toBe(false);
    expect(isToBeFollowed(FACTS, undefined)).toBe(true);
    for (const status of ["in_transit", "pending"])
      expect(isToBeFollowed({ ...FACTS, status }, composed)).toBe(true);
    expect(isToBeFollowed({ ...FACTS, status: "canceled" }, composed)).toBe(false);
    expect(isToBeFollowed({ ...FACTS, isTracePending: true }, composed)).toBe(true);
    expect(isToBeFollowed({ ...FACTS, reconciliation: "not_applicable" }, undefined)).toBe(false);
  });

  it("is looked at once more where it failed, and it is not known yet when its money was back", () => {
    const composed = { run: "r", chunkSizes: [], totals: {} };
    const failed = { ...FACTS, status: "failed" };
    expect(isToBeFollowed(failed, composed)).toBe(true);
    expect(isToBeFollowed({ ...failed, returnedAt: 5 }, composed)).toBe(false);
    expect(isToBeFollowed({ ...failed, returnedAt: null }, composed)).toBe(false);
  });
});

describe("a payout that failed", () => {
  const failed = { ...FACTS, status: "failed" };
  const later = { ...FACTS, payoutId: "po_2", createdAt: 10 };

  it.each<[string, Partial<PayoutFacts>, boolean]>([
    ["is made good by a later one of its kind that has arrived", {}, true],
    ["is made good by one that was made when its money was back", { createdAt: 5 }, true],
    ["is not made good by one that was made before its money was back", { createdAt: 4 }, false],
    ["is not made good by one that is on its way", { status: "in_transit" }, false],
    ["is not made good by one that takes money from the bank", { amountCents: -900 }, false],
    ["is not made good by one of nothing", { amountCents: 0 }, false],
    ["is made good by one of a single cent", { amountCents: 1 }, true],
    ["is not made good by an instant one, which may go to a card", { method: "instant" }, false],
    ["is not made good by one that the merchant asked for itself", { automatic: false }, false],
    ["is not made good by one in another currency", { currency: "eur" }, false],
    ["is not made good by another account's", { accountId: "acct_2" }, false],
  ])("%s", (_, changes, isGood) => {
    expect(isPaidOutAgain(failed, 5, [{ ...later, ...changes }])).toBe(isGood);
  });
});

it("a failed debit is made good by a later debit, and not by a payout", () => {
  const debit = { ...FACTS, amountCents: -900, status: "failed" };
  const later = { ...FACTS, status: "paid", createdAt: 10 };
  expect(isPaidOutAgain(debit, 5, [later])).toBe(false);
  expect(isPaidOutAgain(debit, 5, [{ ...later, amountCents: -900 }])).toBe(true);
});

describe("a file for spreadsheets", () => {
  type Row = { currency: string; text: string; cents: number };
  const columns = [
    { name: "order", text: ({ text }: Row) => text },
    { name: "net", cents: ({ cents }: Row) => cents },
  ];

  const file = (form?: CsvForm) => csvFile<Row>(columns, form);
  const written = (text: string, cents = 1, form?: CsvForm) =>
    file(form).toText({ currency: "usd", text, cents });

  it("runs no formula of a buyer's, quotes what must be quoted, and leaves amounts numbers", () => {
    expect(file().header).toBe("order,netCents,net\r\n");
    expect(written("=1+1", -5)).toBe("'=1+1,-5,-0.05\r\n");
    for (const first of ["+", "-", "@", "＝", "＋", "－", "＠", " =", "\u{200b}@", "\u{a0}+"])
      expect(written(`${first}x`)).toBe(`'${first}x,1,0.01\r\n`);
    for (const first of ["\t", "\r", "\n"]) expect(written(`${first}x`)).toBe(`"'${first}x",1,0.01\r\n`);
    expect(written('a "b", c')).toBe('"a ""b"", c",1,0.01\r\n');
    expect(written("a=b")).toBe("a=b,1,0.01\r\n");
  });

  it("quotes another separator too: a spreadsheet takes the one of its country", () => {
    for (const text of ["a;=1+1;b", "a\t=1+1", "a,=1+1"])
      for (const separator of [",", ";", "tab"] as const) {
        const between = separator === "tab" ? "\t" : separator;
        expect(written(text, 1, { separator })).toBe(`"${text}"${between}1${between}0.01\r\n`);
      }
  });

  it("opens in Excel: a byte order mark, order references that stay text, a decimal comma where asked for", () => {
    const form: CsvForm = { format: "excel", separator: ";", decimal: "comma" };
    expect(file(form).header).toBe("\u{feff}order;netCents;net\r\n");
    expect(written("order-1", -123_456, form)).toBe(
      "order-1;-123456;-1234,56\r\n".replace("-1234,56", '"-1234,56"'),
    );
    for (const text of ["00123", "1e5", "3-4", "1/2", "12:30", "5 %"])
      expect(written(text, 1, { ...form, decimal: "point" })).toBe(`'${text};1;0.01\r\n`);
    // For programs they stay as they are.
    expect(written("00123")).toBe("00123,1,0.01\r\n");
  });

  it("writes each amount with its own currency's decimals", () => {
    expect(file().toText({ currency: "jpy", text: "", cents: 500 })).toBe(",500,500\r\n");
    expect(file().toText({ currency: "kwd", text: "", cents: 500 })).toBe(",500,0.500\r\n");
  });
});

it("the lines of a payout add up by kind, each sum by itself", () => {
  const one = line(80, {
    grossCents: 100,
    platformFeeCents: 5,
    otherFeesCents: 6,
    processorFeeCents: 7,
    taxCents: 2,
  });
  const sums = {
    grossCents: 200,
    platformFeesCents: 10,
    otherFeesCents: 12,
    processorFeesCents: 14,
    taxesCents: 4,
  };
  expect(addLines(addLines({}, [one]), [one, line(1, { kind: "refund" })])).toMatchObject({
    charge: { count: 2, ...sums, netCents: 160 },
    refund: {
      count: 1,
      grossCents: 1,
      platformFeesCents: 0,
      otherFeesCents: 0,
      processorFeesCents: 0,
      taxesCents: 0,
    },
  });
});

it("a payout is to be read once the processor knows all of it, until it was; and its lines are counted", () => {
  const composed = { run: "run", chunkSizes: [2, 3], totals: {} };
  expect(mustBeComposed({ ...FACTS, reconciliation: "completed" }, undefined)).toBe(true);
  expect(mustBeComposed({ ...FACTS, reconciliation: "completed" }, composed)).toBe(false);
  expect(mustBeComposed({ ...FACTS, reconciliation: "in_progress" }, undefined)).toBe(false);
  expect(lineCountOf(composed)).toBe(5);
});
