import { beforeEach, describe, expect, it } from "vitest";
import { MAX_FILE_BYTES, MAX_FILE_LINES } from "../../../shared/domain/finance/csv.ts";
import type { BalanceLine } from "../../../shared/domain/finance/movement.ts";
import type { PaymentThatDay, Statement } from "../../../shared/domain/finance/statement.ts";
import { type Key, paymentKey, statementLinesKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What a merchant is shown of its statements, and of the payments behind them. */
const DATE = "2026-01-04";
const world = new FakeWorld();
world.enter();
const { getStatement } = await import("../../../shared/flows/reconciliation/get-statement.ts");
const { listStatements } = await import("../../../shared/flows/reconciliation/list-statements.ts");
const { renderPayments } = await import("../../../shared/flows/reconciliation/render-statement-payments.ts");
const { saveDayLines } = await import("../../../shared/ledger/statement-lines.ts");
const { saveStatement } = await import("../../../shared/ledger/statements.ts");

const idOf = (nth: number) => `svcpay_${nth}`;
const statementOf = (date: string, given: Partial<Statement> = {}) =>
  ({ merchantId: "mer_1", date, generatedAt: world.now, ...given }) as Statement;

/** One payment's own charge of 10.00. */
const chargeOf = (nth: number, given: Partial<BalanceLine> = {}): BalanceLine => ({
  ...{
    transactionId: `txn_${nth}`,
    at: world.now,
    kind: "charge",
    svcPaymentId: idOf(nth),
    merchantsOwn: false,
  },
  ...{ grossCents: 1000, platformFeeCents: 50, otherFeesCents: 0, processorFeeCents: 30, taxCents: 0 },
  ...{ netCents: 920, currency: "usd", exchangeRate: null, chargedCents: 1000, chargeCurrency: "usd" },
  ...given,
});

/** A statement with these lines behind it. */
async function makeOf(lines: BalanceLine[]): Promise<Statement> {
  const day = { merchantId: "mer_1", date: DATE, at: world.now };
  return statementOf(DATE, { lines: [await saveDayLines(day, "run", lines)] });
}

/** A statement with so many payments behind it. */
const make = (payments: number) => makeOf(Array.from({ length: payments }, (_, nth) => chargeOf(nth)));

beforeEach(() => {
  for (const { pk, sk } of world.table.all()) world.table.expire({ pk, sk } as Key);
});

describe("the payments behind a statement", () => {
  const order = (nth: number, merchantId: string) =>
    world.table.put(
      {
        ...paymentKey(idOf(nth)),
        ...{ svcPaymentId: idOf(nth), merchantId, state: "completed", order: { orderRef: `order-${nth}` } },
        processorPaymentIntentId: `pi_${nth}`,
      },
      {},
    );

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
    await expect(render(MAX_FILE_BYTES + 1)).rejects.toMatchObject({ code: "too_many_lines" });
  });

  it("are a file of so many lines and no more", async () => {
    const render = async (payments: number) =>
      (await renderPayments(await make(payments), { header: "", toText: () => "x" })).length;
    expect(await render(MAX_FILE_LINES)).toBe(MAX_FILE_LINES);
    for (const { pk, sk } of world.table.all()) world.table.expire({ pk, sk } as Key);
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
