import { beforeEach, describe, expect, it } from "vitest";
import type { JoinedLine } from "../../../shared/domain/finance/accounting.ts";
import { MAX_FILE_BYTES, MAX_FILE_LINES } from "../../../shared/domain/finance/csv.ts";
import type { BalanceLine } from "../../../shared/domain/finance/movement.ts";
import type { PayoutLine } from "../../../shared/domain/finance/payout.ts";
import type { PaymentThatDay, Statement } from "../../../shared/domain/finance/statement.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { statementLinesKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";
import { payoutLineWith, storePayout } from "../../support/payouts.ts";

/* What a merchant is shown of its statements, and of the payments behind them. */
const DATE = "2026-01-04";
const world = new FakeWorld().enter();
const { getStatement } = await import("../../../shared/flows/statements/list-statements.ts");
const { listStatements } = await import("../../../shared/flows/statements/list-statements.ts");
const { renderPayments } = await import("../../../shared/flows/statements/render-statement-payments.ts");
const { saveDayLines } = await import("../../../shared/ledger/statement-lines.ts");
const { renderMovements } = await import("../../../shared/flows/statements/render-movements.ts");
const { saveStatement } = await import("../../../shared/ledger/statements.ts");

const idOf = (nth: number) => `svcpay_${nth}`;
const statementOf = (date: string, given: Partial<Statement> = {}) =>
  ({
    ...{ merchantId: "mer_1", date, generatedAt: world.now, accounts: [], unreachableAccounts: [] },
    ...given,
  }) as unknown as Statement;

/** One payment's own charge of 10.00. */
const chargeOf = (nth: number, given: Partial<BalanceLine> = {}): BalanceLine => ({
  ...payoutLineWith({ transactionId: `txn_${nth}`, at: world.now, svcPaymentId: idOf(nth) }),
  ...{ platformFeeCents: 50, processorFeeCents: 30, netCents: 920 },
  ...{ chargedCents: 1000, chargeCurrency: "usd", ...given },
});

/** A statement with these lines behind it. */
async function makeOf(lines: BalanceLine[]): Promise<Statement> {
  const day = { merchantId: "mer_1", date: DATE, at: world.now };
  return statementOf(DATE, { lines: [await saveDayLines(day, "run", lines)] });
}

/** A statement with so many payments behind it. */
const make = (payments: number) => makeOf(Array.from({ length: payments }, (_, nth) => chargeOf(nth)));

beforeEach(() => {
  world.emptyTable();
});

describe("the payments behind a statement", () => {
  const order = (nth: number, merchantId: string) =>
    world.putPayment({
      ...{ svcPaymentId: idOf(nth), merchantId, terms: { orderRef: `order-${nth}` } },
      processorPaymentIntentId: `pi_${nth}`,
    });

  it("are a file of one line each, over all of its chunks", async () => {
    const toText = ({ svcPaymentId }: PaymentThatDay) => `${svcPaymentId}\n`;
    const file = await renderPayments(await make(301), { header: "header\n", toText });
    expect(file.split("\n")).toEqual(["header", ...Array.from({ length: 301 }, (_, nth) => idOf(nth)), ""]);
  });

  it("are shown with the merchant's own orders and intents, and never with another merchant's", async () => {
    order(0, "mer_1");
    order(1, "mer_2");
    const shown: unknown[] = [];
    await renderPayments(await make(3), {
      header: "",
      toText: ({ orderRef, intentId }) => String(shown.push([orderRef, intentId])),
    });
    expect(shown).toEqual([
      ["order-0", "pi_0"],
      [null, null],
      [null, null],
    ]);
  });

  it("are a file as long as its bytes fit into one answer, to the last byte", async () => {
    const statement = await make(1);
    const render = (bytes: number) =>
      renderPayments(statement, { header: "", toText: () => "x".repeat(bytes) });
    expect(await render(MAX_FILE_BYTES)).toHaveLength(MAX_FILE_BYTES);
    // Nothing lists a day's payments page by page.
    await expect(render(MAX_FILE_BYTES + 1)).rejects.toMatchObject({
      ...{ code: "too_many_lines", message: expect.stringContaining("/v1/reports/movements.csv") },
    });
  });

  it("are a file of so many lines and no more", async () => {
    const render = async (payments: number) =>
      (await renderPayments(await make(payments), { header: "", toText: () => "x" })).length;
    expect(await render(MAX_FILE_LINES)).toBe(MAX_FILE_LINES);
    world.emptyTable();
    await expect(render(MAX_FILE_LINES + 1)).rejects.toMatchObject({ code: "too_many_lines" });
  });

  it("have all their lines in one sum, with what was charged beside what was settled", async () => {
    const foreign = { exchangeRate: 1.25, chargedCents: 800, chargeCurrency: "eur" };
    const refund = { kind: "refund", platformFeeCents: 0, processorFeeCents: 0 } as const;
    const statement = await makeOf([
      chargeOf(1, foreign),
      chargeOf(2),
      chargeOf(1, { ...foreign, ...refund, grossCents: -500, netCents: -500, chargedCents: -400 }),
      chargeOf(3, { svcPaymentId: null, merchantsOwn: true }),
    ]);
    const shown: PaymentThatDay[] = [];
    await renderPayments(statement, { header: "", toText: (payment) => String(shown.push(payment)) });
    expect(shown).toMatchObject([
      { svcPaymentId: idOf(1), grossCents: 1000, refundsCents: 500, netCents: 420, ...foreign },
      { svcPaymentId: idOf(2), netCents: 920, exchangeRate: null, chargedCents: 1000, chargeCurrency: "usd" },
    ]);
    expect(shown).toHaveLength(2);
  });

  it("have what was charged in the charge's currency, also where another line is listed before it", async () => {
    const charge = { exchangeRate: 1.25, chargedCents: 800, chargeCurrency: "eur" };
    const dispute = { kind: "dispute", grossCents: -1000, chargedCents: -1000 } as const;
    const statement = await makeOf([chargeOf(1, dispute), chargeOf(1, charge), chargeOf(1, dispute)]);
    const shown: PaymentThatDay[] = [];
    await renderPayments(statement, { header: "", toText: (payment) => String(shown.push(payment)) });
    expect(shown).toMatchObject([{ disputesCents: 2000, ...charge }]);
  });

  it("are said to be no longer stored, where it is so", async () => {
    const statement = await make(1);
    const render = (of: Statement) => renderPayments(of, { header: "", toText: () => "" });
    world.table.expire(statementLinesKey("mer_1", DATE, "run", 0));
    await expect(render(statement)).rejects.toMatchObject({
      ...{ code: "not_found", message: `The balance lines of ${DATE} are no longer stored.` },
    });
  });
});

describe("statements", () => {
  it("are found by their day, and a day without one, or no day at all, is told apart", async () => {
    await saveStatement(statementOf(DATE, { final: true }));
    expect(await getStatement("mer_1", DATE)).toMatchObject({ date: DATE, final: true });
    await expect(getStatement("mer_1", "2026-01-03")).rejects.toMatchObject({
      ...{ code: "not_found", message: "There is no statement for this day." },
    });
    await expect(getStatement("mer_1", "2026-02-30")).rejects.toMatchObject({
      ...{ code: "invalid_request", message: "The date is invalid." },
    });
  });

  it("are listed newest first, on from the day of the page before", async () => {
    for (const date of ["2026-01-02", "2026-01-03", DATE]) await saveStatement(statementOf(date));
    const datesOf = async (startingAfter?: string) => {
      const { items, ...page } = await listStatements("mer_1", { limit: 2, startingAfter });
      return { dates: items.map(({ date }) => date), ...page };
    };
    expect(await datesOf()).toEqual({ dates: [DATE, "2026-01-03"], hasMore: true, lastId: "2026-01-03" });
    expect(await datesOf("2026-01-03")).toMatchObject({ dates: ["2026-01-02"], hasMore: false });
  });
});

describe("the balance lines of a time range", () => {
  const MERCHANT = { merchantId: "mer_1", createdAt: Date.UTC(2026, 0, 2, 12) } as Merchant;
  const names = { header: "header\n", toText: ({ transactionId }: JoinedLine) => `${transactionId}\n` };

  /** A day with these lines, as it was made at this time. */
  async function makeDay(date: string, lines: BalanceLine[], given: Partial<Statement> = {}) {
    const { generatedAt = world.now } = given;
    const saved = await saveDayLines(
      { merchantId: "mer_1", date, at: generatedAt },
      `run.${generatedAt}`,
      lines,
    );
    await saveStatement(statementOf(date, { final: true, generatedAt, lines: [saved], ...given }));
  }

  const many = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, nth) => chargeOf(from + nth, { svcPaymentId: null }));

  const render = (after?: string, form = names, from = "2026-01-02") =>
    renderMovements(MERCHANT, { from, to: DATE, after }, form);

  it("come in parts that follow each other, over the ends of days, each line once", async () => {
    await makeDay("2026-01-03", many(0, MAX_FILE_LINES - 1));
    await makeDay(DATE, many(MAX_FILE_LINES - 1, MAX_FILE_LINES + 2));
    const first = await render();
    expect(first).toMatchObject({ lineCount: MAX_FILE_LINES + 2, name: `movements-2026-01-02-${DATE}.csv` });
    expect(first.after).toBe(`${DATE}.1.${world.now}`);
    const second = await render(first.after);
    expect([second.lineCount, second.after]).toEqual([MAX_FILE_LINES + 2, undefined]);
    const expected = many(0, MAX_FILE_LINES + 2).map(({ transactionId }) => `${transactionId}\n`);
    expect(first.text + second.text).toBe(`header\n${expected.join("")}`);
  });

  it("go on in the next part where what was read together ends with the last line of a part", async () => {
    // Seventy chunks, of which ten are read together.
    const parts = [0, MAX_FILE_LINES - 3, MAX_FILE_LINES - 2, MAX_FILE_LINES - 1].map((from, nth, all) =>
      saveDayLines(
        { merchantId: "mer_1", date: "2026-01-03", at: world.now },
        `run.${nth}`,
        many(from, all[nth + 1] ?? MAX_FILE_LINES),
      ),
    );
    const lines = await Promise.all(parts);
    await saveStatement(statementOf("2026-01-03", { final: true, generatedAt: world.now, lines }));
    await makeDay(DATE, many(MAX_FILE_LINES, MAX_FILE_LINES + 1));
    expect((await render()).after).toBe(`${DATE}.0.${world.now}`);
  });

  it("are read as far as a part goes, however long the file is", async () => {
    let reads = 0;
    const readsOfFirst = async () => {
      reads = 0;
      world.onRead = () => reads++;
      await render();
      world.onRead = () => {};
      return reads;
    };
    await makeDay("2026-01-03", many(0, MAX_FILE_LINES + 1));
    const alone = await readsOfFirst();
    await makeDay(DATE, many(MAX_FILE_LINES + 1, 4 * MAX_FILE_LINES));
    expect(await readsOfFirst()).toBe(alone);
  });

  it("are cut where the next line would not fit into an answer any more, as it goes over the wire", async () => {
    await makeDay(DATE, many(0, 6));
    // A quotation mark takes two bytes inside of JSON.
    const wide = { header: "", toText: () => '"'.repeat(MAX_FILE_BYTES / 10 + 1) };
    const first = await render(undefined, wide);
    expect(first).toMatchObject({ after: `${DATE}.4.${world.now}` });
    expect(first.text).toHaveLength((MAX_FILE_BYTES / 10 + 1) * 4);
    expect((await render(first.after, wide)).after).toBeUndefined();
  });

  it("85: are not continued in the middle of a day that was made again: none would be there twice, or missing", async () => {
    await makeDay(DATE, many(0, 3));
    await makeDay(DATE, many(0, 2), { generatedAt: world.now + 1 });
    await expect(render(`${DATE}.1.${world.now}`)).rejects.toMatchObject({
      ...{ code: "invalid_request", extras: { errors: [{ pointer: "/after" }] } },
    });
    expect((await render(`${DATE}.0.${world.now}`)).text).toBe("txn_0\ntxn_1\n");
    // What the earlier making has stored is read no more.
    expect((await render()).text).toBe("header\ntxn_0\ntxn_1\n");
    await expect(render("2026-01-03.0.1")).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("name the days that are not there, from the merchant's first on, and those that may change", async () => {
    await makeDay("2026-01-03", [], { final: false });
    expect(await render(undefined, names, "2025-12-30")).toMatchObject({
      ...{ text: "header\n", lineCount: 0, missingDays: ["2026-01-02", DATE], notFinalDays: ["2026-01-03"] },
    });
  });

  it.each([
    ["2026-01-05", "2026-01-04"],
    ["2025-01-01", "2026-01-02"],
    ["2026-01-01", "2026-02-30"],
  ])("days from %s to %s are no range", async (from, to) => {
    await expect(renderMovements(MERCHANT, { from, to }, names)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("are in the order of time, and have their order, customer and payout where these are the merchant's", async () => {
    const terms = { orderRef: "order-1", customerRef: "cus-1" };
    for (const [nth, merchantId] of [
      [1, "mer_1"],
      [2, "mer_2"],
    ] as const)
      world.putPayment({ svcPaymentId: idOf(nth), merchantId, terms });
    const lines = [
      chargeOf(2, { at: world.now + 1 }),
      chargeOf(1),
      chargeOf(3, { at: world.now + 2 }),
      chargeOf(4, { at: world.now + 3, kind: "payout", svcPaymentId: null, sourcePayoutId: "po_1" }),
    ];
    await makeDay(DATE, lines);
    await storePayout("mer_1", { createdAt: world.now + 40 * 86_400_000 }, [[lines[1]] as PayoutLine[]]);
    const shown: unknown[] = [];
    await render(undefined, {
      header: "",
      toText: (line) => {
        shown.push([line.transactionId, line.orderRef, line.customerRef, line.payout?.payoutId]);
        return "";
      },
    });
    expect(shown).toEqual([
      ["txn_2", null, null, undefined],
      ["txn_1", "order-1", "cus-1", "po_1"],
      ["txn_3", null, null, undefined],
      ["txn_4", null, null, "po_1"],
    ]);
    expect((await render()).text).toBe("header\ntxn_1\ntxn_2\ntxn_3\ntxn_4\n");
  });
});
