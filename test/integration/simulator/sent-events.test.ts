import type Stripe from "stripe";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { SentEvents, SentType, Subject } from "../../../infra/simulator/world/sent-events.ts";
import { AUTHORIZED, PAID, useBench } from "./support.ts";

const bench = useBench();

/** The type that the SDK's own union of events has for a name, so that no name stands beside another one's type. */
type OfTheSdk<T extends SentType> = Extract<Stripe.Event, { type: T }>;

describe("an event that the simulator sends", () => {
  it("has the SDK's type under each of its names", () => {
    expectTypeOf<SentEvents>().toEqualTypeOf<{ [T in SentType]: OfTheSdk<T> }>();
    expectTypeOf<SentType>().toExtend<Stripe.Event.Type>();
  });

  it("is about an object of the SDK's type under each of its names", () => {
    expectTypeOf<Subject<"charge.refunded">>().toEqualTypeOf<Stripe.Charge>();
    expectTypeOf<Subject<"charge.dispute.closed">>().toEqualTypeOf<Stripe.Dispute>();
    expectTypeOf<Subject<"refund.failed">>().toEqualTypeOf<Stripe.Refund>();
    expectTypeOf<Subject<"payment_intent.succeeded">>().toEqualTypeOf<Stripe.PaymentIntent>();
    expectTypeOf<Subject<"account.updated">>().toEqualTypeOf<Stripe.Account>();
    expectTypeOf<Subject<"application_fee.created">>().toEqualTypeOf<Stripe.ApplicationFee>();
  });
});

describe("previous_attributes", () => {
  const eventOf = async (type: string, account: { stripeAccount: string }) =>
    (await bench.stripe.events.list({ type }, account)).data[0]?.data.previous_attributes;

  it("name what a refund has changed on its charge, with the former values", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create(PAID, account);
    await bench.stripe.refunds.create({ payment_intent: id }, account);
    expect(await eventOf("charge.refunded", account)).toEqual({ amount_refunded: 0, refunded: false });
  });

  it("name only the part of a nested object that has changed", async () => {
    const account = await bench.connect();
    await bench.stripe.accounts.update(account.stripeAccount, { metadata: { a: "1" } });
    await bench.stripe.accounts.update(account.stripeAccount, { metadata: { a: "2", b: "3" } });
    expect(await eventOf("account.updated", account)).toEqual({ metadata: { a: "1", b: null } });
  });

  it("are absent where an event tells of a new state and not of a change", async () => {
    const account = await bench.connect();
    const { id } = await bench.stripe.paymentIntents.create(AUTHORIZED, account);
    await bench.stripe.paymentIntents.capture(id, {}, account);
    expect(await eventOf("payment_intent.succeeded", account)).toBeUndefined();
    expect(await eventOf("payment_intent.amount_capturable_updated", account)).toBeUndefined();
    expect(await eventOf("charge.captured", account)).toMatchObject({ captured: false, amount_captured: 0 });
  });
});
