import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { eventTypes, rejectionOf, useBench } from "./support.ts";

const bench = useBench();
const RETURN = { return_url: "https://shop.example/back" };
const DAY_SECONDS = 24 * 60 * 60;

type Type = "affirm" | "afterpay_clearpay" | "cashapp" | "klarna" | "link" | "mobilepay" | "paypal";

const order = (type: Type): Stripe.PaymentIntentCreateParams => ({
  amount: 1000,
  currency: type === "mobilepay" ? "eur" : "usd",
  allowed_payment_method_types: [type],
  payment_method: `pm_simulator_${type}`,
  confirm: true,
  ...RETURN,
});

/** Also of a method that redirects: the second confirmation is the customer's consent. */
async function pay(type: Type, more: object = {}) {
  const options = await bench.connect();
  const { paymentIntents } = bench.stripe;
  const intent = await paymentIntents.create({ ...order(type), ...more }, options);
  if (intent.status !== "requires_action") return { intent, options };
  expect(intent.next_action?.redirect_to_url).toMatchObject(RETURN);
  return { intent: await paymentIntents.confirm(intent.id, {}, options), options };
}

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent, options: object) =>
  bench.stripe.charges.retrieve(String(latest_charge), {}, options);

describe("methods other than cards (fact 34)", () => {
  it.each<[Type, string | null]>([
    ["affirm", "pending"],
    ["afterpay_clearpay", "pending"],
    ["cashapp", "pending"],
    ["klarna", "pending"],
    ["link", "succeeded"],
    ["mobilepay", "pending"],
    ["paypal", "pending"],
  ])("%s is paid, and its refund is %s at first", async (type, status) => {
    const { intent, options } = await pay(type);
    expect(intent.status).toBe("succeeded");
    const charge = await chargeOf(intent, options);
    expect(charge.id).toMatch(/^py_/);
    expect(charge.payment_method_details).toMatchObject({ type, [type]: {} });
    const refund = await bench.stripe.refunds.create({ payment_intent: intent.id }, options);
    expect(refund.status).toBe(status);
    expect(refund.id).toMatch(/^pyr_/);
    const { data } = await bench.stripe.balanceTransactions.list({}, options);
    expect(data.map(({ type, reporting_category }) => [type, reporting_category])).toEqual([
      ["payment_refund", "refund"],
      ["payment", "charge"],
    ]);
  });

  it.each<[Type, number]>([
    ["affirm", 30],
    ["afterpay_clearpay", 13],
    ["cashapp", 7],
    ["klarna", 28],
    ["link", 7],
    ["paypal", 20],
  ])("%s is held for at most %s days, and its charge does not say so", async (type, days) => {
    const { intent, options } = await pay(type, { capture_method: "manual" });
    expect(intent.status).toBe("requires_capture");
    expect(JSON.stringify(await chargeOf(intent, options))).not.toContain("capture_before");
    const statusAfter = async (seconds: number) => {
      await bench.control("POST", "clock", { advanceSeconds: seconds });
      return (await bench.stripe.paymentIntents.retrieve(intent.id, {}, options)).status;
    };
    expect(await statusAfter((days - 1) * DAY_SECONDS)).toBe("requires_capture");
    expect(await statusAfter(DAY_SECONDS)).toBe("canceled");
  });

  it("a customer who declines at the provider leaves no charge, and may try another method", async () => {
    const options = await bench.connect();
    const params = { ...order("klarna"), payment_method: "pm_simulator_klarna_declined" };
    const intent = await bench.stripe.paymentIntents.create(params, options);
    const failed = await bench.stripe.paymentIntents.confirm(intent.id, {}, options);
    expect(failed).toMatchObject({
      status: "requires_payment_method",
      latest_charge: null,
      last_payment_error: { code: "payment_method_customer_decline", payment_method: { type: "klarna" } },
    });
    expect(await eventTypes(bench.stripe, options)).toEqual(
      expect.arrayContaining(["payment_intent.requires_action", "payment_intent.payment_failed"]),
    );
  });

  it("MobilePay is captured as a whole or not at all", async () => {
    const { intent, options } = await pay("mobilepay", { capture_method: "manual" });
    const capture = (params: object) => bench.stripe.paymentIntents.capture(intent.id, params, options);
    expect(await rejectionOf(capture({ amount_to_capture: 500 }))).toMatchObject({ statusCode: 400 });
    expect(await capture({})).toMatchObject({ status: "succeeded", amount_received: 1000 });
  });

  it("Cash App Pay cannot be refunded after 90 days", async () => {
    const { intent, options } = await pay("cashapp");
    await bench.control("POST", "clock", { advanceSeconds: 91 * DAY_SECONDS });
    const refund = bench.stripe.refunds.create({ payment_intent: intent.id }, options);
    expect(await rejectionOf(refund)).toMatchObject({ statusCode: 400 });
  });
});

const interac = { amount: 1000, currency: "cad", allowed_payment_method_types: ["interac_present"] };

it("Interac (fact 27) cannot be authorized first", async () => {
  const options = await bench.connect();
  const manual = bench.stripe.paymentIntents.create({ ...interac, capture_method: "manual" }, options);
  expect(await rejectionOf(manual)).toMatchObject({ param: "allowed_payment_method_types" });
});

describe("what else the processor says and rejects", () => {
  it("advises after a decline, with the network's code", async () => {
    const options = await bench.connect();
    const paying = bench.stripe.paymentIntents.create(
      {
        amount: 1000,
        currency: "usd",
        allowed_payment_method_types: ["card"],
        payment_method: "pm_card_visa_chargeDeclinedInsufficientFunds",
        confirm: true,
      },
      options,
    );
    expect((await rejectionOf(paying)).raw).toMatchObject({
      advice_code: "try_again_later",
      network_decline_code: "51",
    });
  });

  it.each([
    ["kwd", 5001, 5010],
    ["isk", 501, 500],
  ])("an amount in %s of %s, which no one can pay", async (currency, wrong, right) => {
    const options = await bench.connect();
    const create = (amount: number) => bench.stripe.paymentIntents.create({ amount, currency }, options);
    expect(await rejectionOf(create(wrong))).toMatchObject({ statusCode: 400, param: "amount" });
    expect((await create(right)).amount).toBe(right);
  });

  it("a wallet's domain that is an address", async () => {
    const options = await bench.connect();
    const register = bench.stripe.paymentMethodDomains.create(
      { domain_name: "https://shop.example" },
      options,
    );
    expect(await rejectionOf(register)).toMatchObject({ param: "domain_name" });
  });

  it("prints prefix and suffix, and cuts an account's own descriptor that has no prefix (fact 35)", async () => {
    const printed = async (options: { stripeAccount: string }) => {
      const { latest_charge } = await bench.stripe.paymentIntents.create(
        {
          amount: 1000,
          currency: "usd",
          allowed_payment_method_types: ["card"],
          payment_method: "pm_card_visa",
          confirm: true,
          statement_descriptor_suffix: "ORDER 1001",
        },
        options,
      );
      return (await bench.stripe.charges.retrieve(String(latest_charge), {}, options))
        .calculated_statement_descriptor;
    };
    const options = await bench.connect();
    expect(await printed(options)).toBe("SIMULATED * ORDER 1001");
    const settings = { card_payments: { statement_descriptor_prefix: "SHOP" } };
    await bench.stripe.accounts.update(options.stripeAccount, { settings });
    expect(await printed(options)).toBe("SHOP* ORDER 1001");
  });
});
