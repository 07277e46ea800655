import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventSource } from "../../../shared/domain/events/event.ts";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { PaymentSubject } from "../../../shared/processor/events.ts";
import { toSnapshot } from "../../../shared/processor/snapshot.ts";
import { FakeWorld, PAYMENT_ID as PAYMENT } from "../../support/fake-world.ts";
import { chargeWith, heldUntil, intentWith } from "../../support/stripe-objects.ts";

/* What an event changes about its payment, what is asked for it, and what is told beside it on the timeline. */
const world = new FakeWorld().enter();
const counted = world.recordCounts();

let intent: Stripe.PaymentIntent;
let refund: Partial<Stripe.Refund> = {};
let disputeStatus = "needs_response";
let asked = 0;
const answer = async (given: () => unknown) => {
  asked++;
  return given();
};
const stripe = {
  paymentIntents: { retrieve: () => answer(() => intent) },
  refunds: { retrieve: () => answer(() => ({ ...refund, payment_intent: intent })) },
  disputes: {
    retrieve: (id: string) =>
      answer(() => ({ id, status: disputeStatus, reason: "fraudulent", amount: 1000 })),
  },
};
world.askMadeUp(stripe);
const { applyToPayment } = await import("../../../shared/flows/events/apply-to-payment.ts");
const { findPaymentRecord, toPayment } = await import("../../../shared/ledger/payments.ts");

/** An intent that is paid, with so much refunded. */
const paid = (amount_refunded = 0) => intentWith({ latest_charge: chargeWith({ amount_refunded }) });
const HOLD_ENDS_SECONDS = 1_768_000_000;
const held = () => heldUntil(HOLD_ENDS_SECONDS * 1000);

const store = (given: Record<string, unknown> = {}) =>
  world.putPayment({ terms: { applicationFeeCents: 51 }, ...given });

async function apply(subject: PaymentSubject, source: EventSource = "webhook") {
  const record = await findPaymentRecord(PAYMENT);
  if (!record) throw new Error("The payment is gone.");
  asked = 0;
  return applyToPayment(subject, { payment: toPayment(record), intentId: "pi_1", source, at: world.now });
}

const references = { intentId: "pi_1", chargeId: undefined };
const told = (given: Stripe.PaymentIntent): PaymentSubject => ({
  ...{ kind: "intent", references },
  picture: { kind: "read", snapshot: toSnapshot(given) },
});
const ofCharge: PaymentSubject = { kind: "charge", references };
const ofRefund: PaymentSubject = { kind: "refund", references, refundId: "re_1", details: undefined };
/** Whether it is written down for a person, or to be looked at again. */
const isWatched = (subject: string) => world.table.peek({ pk: "ATTENTION#mer_1", sk: subject }) !== undefined;
const status = () => world.table.peek(paymentKey(PAYMENT))?.status;

beforeEach(() => {
  counted.length = 0;
  intent = paid();
  refund = { id: "re_1", status: "succeeded", amount: 400, created: 1 };
  disputeStatus = "needs_response";
  store();
});

describe("an event of an intent", () => {
  it("is believed where it leads to an end, and never speaks for itself where we asked for it", async () => {
    expect(await apply(told(paid()))).toMatchObject({ kind: "applied", facts: {} });
    expect(asked).toBe(0);
    expect(status()).toBe("succeeded");
    store();
    expect(await apply(told(paid()), "pull")).toMatchObject({ kind: "applied" });
    expect(asked).toBe(1);
    expect(await apply(told(paid()))).toMatchObject({ kind: "unchanged" });
  });

  it("is not believed where it leads to no end: the payment follows what the processor says now", async () => {
    expect(await apply(told(intentWith({ status: "processing", amount_received: 0 })))).toMatchObject({
      kind: "applied",
    });
    expect(asked).toBe(1);
    expect(status()).toBe("succeeded");
  });

  it("is followed by an update though nothing changes, where no webhook has brought it: a copy may be newer", async () => {
    world.putMerchant("mer_1");
    world.changeEndpoint("mer_1", { events: ["payment.updated"] });
    world.callbacks.length = 0;
    await apply(told(paid()));
    await apply(told(paid()));
    expect(world.callbacks).toHaveLength(1);
    await apply(told(paid()), "pull");
    expect(world.callbacks).toHaveLength(2);
  });

  it("43: is not understood where it is of a shape of the future, though the payment follows what the processor says now", async () => {
    const picture = { kind: "not_understood" } as const;
    const subject: PaymentSubject = { kind: "intent", references, picture };
    expect(await apply(subject)).toEqual({ kind: "not_understood" });
    expect(status()).toBe("succeeded");
  });

  it("tells until when a hold lives", async () => {
    intent = held();
    expect(await apply(told(held()))).toEqual({
      ...{ kind: "applied", facts: { captureBefore: HOLD_ENDS_SECONDS * 1000 } },
    });
    expect(isWatched(`HOLD#${PAYMENT}`)).toBe(true);
    // A charge tells the same.
    expect(await apply(ofCharge)).toEqual({
      ...{ kind: "unchanged", facts: { captureBefore: HOLD_ENDS_SECONDS * 1000 } },
    });
  });
});

describe("an event of a refund", () => {
  it("an event of the charge tells what is refunded by now, where something is", async () => {
    expect(await apply(ofCharge)).toMatchObject({ kind: "applied", facts: {} });
    intent = paid(400);
    expect(await apply(ofCharge)).toEqual({ kind: "applied", facts: { refundedCents: 400 } });
  });

  it.each(["failed", "pending"])("tells of a refund that is %s, and watches it", async (status) => {
    intent = paid(0);
    refund = { ...refund, status, failure_reason: "lost_or_stolen_card" };
    const failureReason = "lost_or_stolen_card";
    expect(await apply(ofRefund)).toEqual({
      kind: "applied",
      facts: { refundedCents: 0, refund: { refundId: "re_1", status, amountCents: 400, failureReason } },
    });
    expect(isWatched("REFUND#re_1")).toBe(true);
  });

  it.each([
    ["a refund", () => ofRefund],
    ["its charge", () => ofCharge],
    ["a dispute", (): PaymentSubject => ({ kind: "dispute", references, disputeId: "dp_1" })],
  ])(
    "an event of %s is followed by an update though nothing changes, where no webhook has brought it",
    async (_, of) => {
      world.putMerchant("mer_1");
      world.changeEndpoint("mer_1", { events: ["payment.updated"] });
      await apply(of());
      world.callbacks.length = 0;
      await apply(of());
      expect(world.callbacks).toHaveLength(0);
      await apply(of(), "pull");
      expect(world.callbacks).toHaveLength(1);
    },
  );

  it("names what it replaces only by the id of a refund: its metadata is the account's owner's", async () => {
    for (const svcReplaces of ["re_a", "any other text"]) {
      refund = { ...refund, metadata: { svcReplaces } };
      await apply(ofRefund);
    }
    expect(isWatched("REFUND#re_a")).toBe(true);
    expect(isWatched("REFUND#any other text")).toBe(false);
  });
});

it("an event of a dispute is applied once, and again only where the dispute has changed", async () => {
  const subject: PaymentSubject = { kind: "dispute", references, disputeId: "dp_1" };
  const dispute = { disputeId: "dp_1", status: "needs_response", amountCents: 1000 };
  expect(await apply(subject)).toMatchObject({ kind: "applied", facts: { dispute } });
  expect(isWatched("DISPUTE#dp_1")).toBe(true);
  expect(await apply(subject)).toMatchObject({ kind: "unchanged", facts: { dispute } });
  disputeStatus = "won";
  expect(await apply(subject)).toMatchObject({ kind: "applied", facts: { dispute: { status: "won" } } });
});

describe("53: an intent that only claims to be an open creation's", () => {
  const open = { state: "claimed", processorPaymentIntentId: undefined };

  it("is not the payment's where it was ordered otherwise: nothing is kept, and an operator is told", async () => {
    store(open);
    const foreign = { amount: 100, amount_received: 100 };
    intent = intentWith(foreign);
    expect(await apply(told(intentWith(foreign)))).toEqual({ kind: "not_this_payment" });
    expect(status()).toBe("requires_payment_method");
    expect(counted).toEqual(["ForeignIntents"]);
    // One that is as ordered is the payment's.
    intent = paid();
    expect(await apply(told(paid()))).toMatchObject({ kind: "applied" });
    expect(counted).toHaveLength(1);
  });

  it("is not compared any more once the ledger has it", async () => {
    store();
    intent = intentWith({ amount: 999 });
    expect((await apply(ofCharge)).kind).not.toBe("not_this_payment");
    expect(counted).toEqual([]);
  });

  it("an event whose payment has got another intent meanwhile is to be sent again", async () => {
    world.isKilled = (call) => {
      if (call === "write") store({ version: 2, processorPaymentIntentId: "pi_2" });
      return false;
    };
    await expect(apply(told(paid()))).rejects.toMatchObject({
      ...{ code: "service_unavailable", extras: { retryAfterSeconds: 5 } },
    });
    world.isKilled = () => false;
    expect(status()).toBe("requires_payment_method");
  });
});
