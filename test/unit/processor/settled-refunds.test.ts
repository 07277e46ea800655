import { beforeEach, describe, expect, it } from "vitest";
import { RecordedClient } from "./recorded-client.ts";

/* What the refunds of a foreign sale came to where it was settled, as the processor's lines say, and when it is unknown. */

const processor = new RecordedClient().enter();
const { sumFeeReturns, sumRefunds } = await import("../../../shared/processor/payment-details.ts");

beforeEach(() => processor.forget());

const USD = { accountId: "acct_1", currency: "usd" };
const OPTIONS = { stripeAccount: "acct_1" };
const line = (net: number, currency = "usd") => ({ object: "balance_transaction", net, currency });

describe("refunds", () => {
  const sum = (refunds: object[], has_more = false) => {
    processor.answers["refunds.list"] = () => ({ data: refunds, has_more });
    return sumRefunds("pi_1", USD);
  };

  it("are asked for once, with their lines", async () => {
    expect(await sum([])).toBe(0);
    const expand = ["data.balance_transaction", "data.failure_balance_transaction"];
    expect(processor.sent).toEqual([
      { call: "refunds.list", given: [{ payment_intent: "pi_1", limit: 100, expand }, OPTIONS] },
    ]);
  });

  const made = { status: "succeeded", balance_transaction: line(-5000) };
  it.each([
    ["that were made", [made, { ...made, balance_transaction: line(-7) }], 5007],
    ["one of which is booked and has not arrived", [made, { ...made, status: "pending" }], 10_000],
    ["one of which waits for money", [made, { status: "pending", balance_transaction: null }], null],
    ["one of which waits for its customer", [{ status: "requires_action", balance_transaction: null }], null],
    ["one of which failed at once", [made, { status: "failed", balance_transaction: null }], 5000],
    [
      "one of which failed, and came back at another rate",
      [made, { ...made, status: "failed", failure_balance_transaction: line(4990) }],
      5010,
    ],
    [
      "one of which was canceled",
      [{ ...made, status: "canceled", failure_balance_transaction: line(5000) }],
      0,
    ],
    ["one of which failed, and has not come back", [{ ...made, status: "failed" }], null],
    ["one of which is in another currency", [made, { ...made, balance_transaction: line(-7, "eur") }], null],
    ["one of which has a line that is not shown", [{ ...made, balance_transaction: "txn_1" }], null],
  ])("%s", async (_, refunds, cents) => {
    expect(await sum(refunds)).toBe(cents);
  });

  it("are unknown where they go on on another page", async () => {
    expect(await sum([made], true)).toBe(null);
  });
});

describe("the returned part of an application fee", () => {
  const sum = (fee: object, lines: Record<string, object[]> = {}) => {
    processor.answers["applicationFees.retrieve"] = () => fee;
    processor.answers["balanceTransactions.list"] = ({ source }: { source: string }) => ({
      data: lines[source] ?? [],
    });
    return sumFeeReturns("fee_1", USD);
  };
  const refunds = (...ids: string[]) => ({ data: ids.map((id) => ({ id })), has_more: false });

  it("is in the fee, where it was taken in the same currency", async () => {
    expect(await sum({ currency: "usd", amount_refunded: 31, refunds: refunds("fr_1") })).toBe(31);
    expect(processor.sent).toEqual([{ call: "applicationFees.retrieve", given: ["fee_1"] }]);
  });

  it("is the sum of the account's lines for its returns otherwise", async () => {
    const fee = { currency: "eur", amount_refunded: 31, refunds: refunds("fr_1", "fr_2") };
    expect(await sum(fee, { fr_1: [line(30)], fr_2: [line(9)] })).toBe(39);
    expect(processor.sent.slice(1)).toEqual(
      ["fr_1", "fr_2"].map((source) => ({ call: "balanceTransactions.list", given: [{ source }, OPTIONS] })),
    );
  });

  it("is unknown where a line is missing or in another currency, or where the fee does not show all returns", async () => {
    const fee = { currency: "eur", amount_refunded: 31, refunds: refunds("fr_1", "fr_2") };
    expect(await sum(fee, { fr_1: [line(30)] })).toBe(null);
    expect(await sum(fee, { fr_1: [line(30)], fr_2: [line(9, "eur")] })).toBe(null);
    expect(await sum({ ...fee, refunds: { ...refunds("fr_1"), has_more: true } }, { fr_1: [line(30)] })).toBe(
      null,
    );
  });
});
