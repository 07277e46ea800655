import { beforeEach, describe, expect, it } from "vitest";
import { RecordedClient } from "./recorded-client.ts";

/* What the processor says of one payment: with what it was paid, why not, and what it cost. */
const processor = new RecordedClient().enter();
const { fetchPaymentDetails, listMethods, searchByLast4 } = await import(
  "../../../shared/processor/payment-details.ts"
);

const HOUR_MS = 3_600_000;
const ACCOUNT = { stripeAccount: "acct_1" };
const PATIENT = { ...ACCOUNT, timeout: 1_500 };
const card = { brand: "visa", last4: "4242" };
const paid = (last4 = "4242") => ({ type: "card", card: { ...card, last4 } });
const METHOD = {
  ...{ type: "card", ...card, wallet: null, funding: null, country: null, expMonth: null, expYear: null },
};
const charge = (given: object = {}) => ({
  ...{ payment_method_details: paid(), calculated_statement_descriptor: "SHOP", receipt_url: "https://r" },
  ...{ balance_transaction: null, amount_captured: 9, amount_refunded: 4, currency: "usd", disputed: false },
  ...{ application_fee: null, ...given },
});
const NOTHING = {
  ...{
    method: null,
    decline: null,
    captureBefore: null,
    statementDescriptor: null,
    receiptUrl: null,
    fees: null,
  },
};
const CHARGED = { ...NOTHING, method: METHOD, statementDescriptor: "SHOP", receiptUrl: "https://r" };
const show = (intent: object) => {
  processor.answers["paymentIntents.retrieve"] = () => ({
    ...{ status: "succeeded", latest_charge: null, last_payment_error: null, ...intent },
  });
  return fetchPaymentDetails({ accountId: "acct_1", intentId: "pi_1" });
};

beforeEach(() => processor.forget());

describe("a payment's details", () => {
  const hold = { payment_method_details: { ...paid(), card: { ...card, capture_before: 60 } } };
  const error = (given: object = {}) => ({ last_payment_error: { payment_method: paid(), ...given } });
  const codes = { code: "a", decline_code: "b", network_decline_code: "05", advice_code: "try" };
  const NO_CODES = { code: null, declineCode: null, networkDeclineCode: null, adviceCode: null };

  it.each([
    ["nothing yet", {}, NOTHING],
    ["a charge that is not shown", { latest_charge: "ch_1" }, NOTHING],
    ["a charge", { latest_charge: charge() }, CHARGED],
    ["a charge that was captured", { latest_charge: charge(hold) }, CHARGED],
    [
      ...(["a hold", { status: "requires_capture", latest_charge: charge(hold) }] as const),
      { ...CHARGED, captureBefore: 60_000 },
    ],
    [
      "a charge without words",
      { latest_charge: charge({ calculated_statement_descriptor: null, receipt_url: null }) },
      { ...NOTHING, method: METHOD },
    ],
    ["a decline", error(), { ...NOTHING, method: METHOD, decline: NO_CODES }],
    [
      ...(["a decline's codes", error(codes)] as const),
      {
        ...{ ...NOTHING, method: METHOD },
        decline: { code: "a", declineCode: "b", networkDeclineCode: "05", adviceCode: "try" },
      },
    ],
    ["a code that is none", error({ code: "<b>" }), { ...NOTHING, method: METHOD, decline: NO_CODES }],
    ["a charge that is not booked", { latest_charge: charge({ balance_transaction: "txn_1" }) }, CHARGED],
  ])("%s is shown", async (_, intent, shown) => {
    expect(await show(intent)).toEqual(shown);
    const asked = ["pi_1", { expand: ["latest_charge.balance_transaction"] }, ACCOUNT];
    expect(processor.sent).toEqual([{ call: "paymentIntents.retrieve", given: asked }]);
  });

  const booked = (currency: string) => ({
    ...{ currency, amount: 900, net: 800, available_on: 60, exchange_rate: 0.5, fee: 100 },
    fee_details: [
      { type: "stripe_fee", amount: 70 },
      { type: "application_fee", amount: 30 },
    ],
  });
  const FEES = {
    ...{ currency: "usd", grossCents: 900, refundsCents: 4, processorFeeCents: 70, platformFeeCents: 30 },
    ...{ platformFeeReturnedCents: 0, netCents: 800, disputesCents: 0, disputeFeesCents: 0 },
    ...{ availableAt: 60_000, chargedCents: 9, chargeCurrency: "usd", exchangeRate: 0.5 },
  };
  const feesOf = async (given: object, currency = "usd") =>
    (await show({ latest_charge: charge({ balance_transaction: booked(currency), ...given }) })).fees;

  it("what it cost is shown, and its disputes where it has any", async () => {
    processor.answers["disputes.list"] = () => ({
      data: [
        {
          balance_transactions: [
            { amount: -500, fee: 15 },
            { amount: 200, fee: -5 },
          ],
        },
      ],
    });
    expect(await feesOf({})).toEqual(FEES);
    expect(processor.sent).toHaveLength(1);
    expect(await feesOf({ disputed: true })).toEqual({ ...FEES, disputesCents: 300, disputeFeesCents: 10 });
  });

  it("a debit that failed has cost nothing of a sale, although it was booked", async () => {
    expect(await feesOf({ status: "failed", failure_balance_transaction: "txn_2" })).toBeNull();
    expect(await feesOf({ status: "pending" })).toEqual(FEES);
  });

  it("what was refunded of a foreign sale is what its refunds were settled as", async () => {
    processor.answers["refunds.list"] = () => ({
      data: [{ status: "succeeded", balance_transaction: { currency: "eur", net: -7 } }],
      has_more: false,
    });
    expect(await feesOf({}, "eur")).toEqual({ ...FEES, currency: "eur", refundsCents: 7 });
  });

  it("what came back of the platform's fee is asked for, also where no refund stands", async () => {
    processor.answers["applicationFees.retrieve"] = () => ({
      ...{ currency: "usd", amount_refunded: 31, refunds: { data: [], has_more: false } },
    });
    expect(await feesOf({ application_fee: "fee_1" })).toEqual({ ...FEES, platformFeeReturnedCents: 31 });
    expect(await feesOf({ application_fee: { id: "fee_1" }, amount_refunded: 0 })).toEqual({
      ...{ ...FEES, refundsCents: 0, platformFeeReturnedCents: 31 },
    });
    processor.sent.length = 0;
    expect(await feesOf({})).toEqual(FEES);
    expect(processor.sent).toHaveLength(1);
  });
});

describe("the methods of charges", () => {
  const CHARGES = [2, 1].map((nth) => ({ createdAt: nth * HOUR_MS, chargeId: `ch_${nth}` }));
  const shown = (id: string, last4: string) => ({ id, payment_method_details: paid(last4) });
  const found = (last4: string) => ({ type: "card", brand: "visa", last4 });
  const lists = (...pages: object[]) => {
    processor.answers["charges.list"] = () => pages.shift();
  };
  const window = (hours: number) => ({
    created: { gte: 3600 - 300, lte: (2 + hours) * 3600 + 300 },
    limit: 100,
  });

  it("are listed within a day, or within minutes on a busy account, and then asked for one by one", async () => {
    lists(
      { data: [shown("ch_1", "1111"), { id: "ch_9" }], has_more: true },
      { data: [shown("ch_1", "1111")], has_more: true },
    );
    processor.answers["charges.retrieve"] = () => shown("ch_2", "2222");
    const methods = await listMethods("acct_1", CHARGES);
    expect([...methods]).toEqual([
      ["ch_1", found("1111")],
      ["ch_2", found("2222")],
    ]);
    expect(processor.sent).toEqual([
      { call: "charges.list", given: [window(24), PATIENT] },
      { call: "charges.list", given: [window(0.25), PATIENT] },
      { call: "charges.retrieve", given: ["ch_2", {}, PATIENT] },
    ]);
  });

  it.each([
    ["all are known", [shown("ch_1", "1111"), shown("ch_2", "2222")], true, 1],
    ["the list has ended", [shown("ch_1", "1111")], false, 2],
  ])("are asked for no further page where %s", async (_, data, has_more, calls) => {
    lists({ data, has_more });
    processor.answers["charges.retrieve"] = () => Promise.reject(new Error("away"));
    expect((await listMethods("acct_1", CHARGES)).get("ch_1")).toEqual(found("1111"));
    expect(processor.sent).toHaveLength(calls);
  });

  it("ten at most are asked for alone", async () => {
    lists({ data: [], has_more: false });
    processor.answers["charges.retrieve"] = () => ({});
    const many = Array.from({ length: 11 }, (_, nth) => ({ createdAt: 1, chargeId: `ch_${nth}` }));
    expect((await listMethods("acct_1", many)).size).toBe(0);
    expect(processor.sent).toHaveLength(11);
  });
});

it("the intents of a card are the newest hundred", async () => {
  processor.answers["charges.search"] = () => ({
    data: [{ payment_intent: "pi_1" }, { payment_intent: { id: "pi_2" } }, { payment_intent: null }],
  });
  expect(await searchByLast4("acct_1", "4242")).toEqual(["pi_1", "pi_2"]);
  const query =
    "payment_method_details.card.last4:'4242' OR payment_method_details.card_present.last4:'4242' " +
    "OR payment_method_details.interac_present.last4:'4242'";
  expect(processor.sent).toEqual([{ call: "charges.search", given: [{ query, limit: 100 }, PATIENT] }]);
});
