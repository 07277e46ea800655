import { expect, it } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { createTestCallback, type TestCallbackOptions } from "../../../shared/client/testing.ts";
import { ServiceEvent } from "../../../shared/contract/service-events.ts";
import { EVENT_NAMES, EVENT_TYPES, TEST_EVENT_TYPE } from "../../../shared/domain/events/event-types.ts";

/* The examples that merchants test their servers with, written out: their amounts and states must fit each other. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const NOW_MS = Date.UTC(2026, 6, 1, 12, 0, 0, 999);
const PAYMENT_ID = `svcpay_${"0".repeat(32)}`;
const metadata = { svcPaymentId: PAYMENT_ID };
const SERVICE_TYPES = [...EVENT_NAMES.map((name) => EVENT_TYPES[name].service), TEST_EVENT_TYPE];

const made = async (type: string, options: TestCallbackOptions = {}) => {
  const { rawBody, headers } = await createTestCallback(type, SECRET, { nowMs: NOW_MS, ...options });
  return { rawBody, headers, event: JSON.parse(rawBody) };
};

const intent = (status: string, capturable: number, received: number) => ({
  id: "pi_test",
  object: "payment_intent",
  status,
  amount: 4999,
  amount_capturable: capturable,
  amount_received: received,
  currency: "usd",
  metadata,
});
const dispute = (status: string) => ({
  id: "du_test",
  object: "dispute",
  payment_intent: "pi_test",
  charge: "ch_test",
  amount: 4999,
  status,
  reason: "fraudulent",
});
const payout = (status: string) => ({
  id: "po_test",
  object: "payout",
  amount: 4669,
  currency: "usd",
  status,
  arrival_date: 1_780_000_000,
});

it.each([
  ["payment_intent.succeeded", intent("succeeded", 0, 4999)],
  ["payment_intent.processing", intent("processing", 0, 0)],
  ["payment_intent.payment_failed", intent("requires_payment_method", 0, 0)],
  ["payment_intent.amount_capturable_updated", intent("requires_capture", 4999, 0)],
  ["payment_intent.canceled", intent("canceled", 0, 0)],
  ["charge.dispute.created", dispute("needs_response")],
  ["charge.dispute.updated", dispute("needs_response")],
  ["charge.dispute.closed", dispute("won")],
  [
    "radar.early_fraud_warning.created",
    {
      id: "issfr_test",
      object: "radar.early_fraud_warning",
      charge: "ch_test",
      payment_intent: "pi_test",
      fraud_type: "unauthorized_use_of_card",
      actionable: true,
    },
  ],
  [
    "charge.refunded",
    {
      id: "ch_test",
      object: "charge",
      payment_intent: "pi_test",
      amount: 4999,
      amount_refunded: 4999,
      currency: "usd",
      metadata,
    },
  ],
  [
    "refund.failed",
    {
      id: "re_test",
      object: "refund",
      payment_intent: "pi_test",
      charge: "ch_test",
      amount: 4999,
      currency: "usd",
      status: "failed",
    },
  ],
  ["payout.paid", payout("paid")],
  ["payout.failed", payout("failed")],
  ["account.updated", { id: "acct_test", object: "account", charges_enabled: true, payouts_enabled: true }],
])("the example of %s is what the processor tells", async (type, object) => {
  expect((await made(type)).event).toEqual({
    id: "evt_test",
    object: "event",
    type,
    created: NOW_MS / 1000 - 0.999,
    livemode: false,
    account: "acct_test",
    data: { object },
  });
});

it("the example of the service's own test event belongs to no account", async () => {
  const { event } = await made("callback.test");
  expect(event).toMatchObject({ data: { object: { object: "callback_test", message: "Hello." } } });
  expect(event).not.toHaveProperty("account");
});

const servicePayment = (status: string, given: object = {}) => ({
  svcPaymentId: PAYMENT_ID,
  status,
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: null,
  processorPaymentIntentId: "pi_test",
  capturedCents: ["succeeded", "refunded"].includes(status) ? 4999 : 0,
  refundedCents: 0,
  createdAt: "2026-07-01T12:00:00.000Z",
  captureBefore: null,
  disputes: [],
  version: NOW_MS - 999,
  ...given,
});
const told = {
  disputeId: "du_test",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 4999,
  dueBy: "2026-07-10T23:59:59.000Z",
};
const won = { ...told, status: "won", dueBy: null };
const held = { captureBefore: "2026-07-10T23:59:59.000Z" };
const paidOut = {
  version: 1_782_907_200_000,
  payoutId: "po_test",
  status: "paid",
  amountCents: 4669,
  currency: "usd",
  automatic: true,
  method: "standard",
  createdAt: "2026-07-03T00:00:00.000Z",
  arrivesOn: "2026-07-05",
  traceId: null,
  returnedAt: null,
  failureCode: null,
  composition: "complete",
  totals: {
    charge: {
      count: 1,
      grossCents: 4999,
      platformFeesCents: 155,
      otherFeesCents: 0,
      processorFeesCents: 175,
      taxesCents: 0,
      netCents: 4669,
    },
  },
  lineCount: 1,
  unexplainedCents: 0,
};
const failed = {
  refundId: "re_test",
  amountCents: 4999,
  currency: "usd",
  failureReason: "expired_or_canceled_card",
};
const disputed = { dispute: told, payment: servicePayment("succeeded", { disputes: [told] }) };

it.each([
  ["payment.succeeded", { payment: servicePayment("succeeded") }],
  ["payment.processing", { payment: servicePayment("processing") }],
  [
    "payment.failed",
    { payment: servicePayment("requires_payment_method"), declineCode: "insufficient_funds" },
  ],
  ["payment.authorized", { payment: servicePayment("requires_capture", held) }],
  ["payment.canceled", { payment: servicePayment("canceled") }],
  ["payment.refunded", { payment: servicePayment("refunded", { refundedCents: 4999 }) }],
  ["payment.hold_expiring", { payment: servicePayment("requires_capture", held) }],
  ["payment.fraud_warning", { payment: servicePayment("succeeded") }],
  ["dispute.created", disputed],
  ["dispute.updated", disputed],
  ["dispute.closed", { dispute: won, payment: servicePayment("succeeded", { disputes: [won] }) }],
  ["dispute.response_due", disputed],
  ["refund.failed", { refund: failed, payment: servicePayment("succeeded") }],
  [
    "account.updated",
    {
      account: {
        processorAccountId: "acct_test",
        onboardingStatus: "enabled",
        chargesEnabled: true,
        payoutsEnabled: true,
        requirements: null,
        version: 1_782_907_200_000,
      },
    },
  ],
  ["payout.paid", { payout: paidOut }],
  ["payout.failed", { payout: { ...paidOut, status: "failed", failureCode: "account_closed" } }],
  ["callback.test", {}],
])("the example of %s in the service payload has its form", async (type, rest) => {
  const { event, headers } = await made(type, { payload: "service" });
  expect(event).toEqual({
    payload: "service",
    id: "evt_test",
    type,
    createdAt: "2026-07-01T12:00:00.000Z",
    ...rest,
  });
  expect(headers["Svc-Payload"]).toBe("service");
});

it.each(SERVICE_TYPES)("the example of %s in the service payload fits the contract", async (type) => {
  const { event } = await made(type, { payload: "service" });
  expect(ServiceEvent.safeParse(event).error?.issues ?? []).toEqual([]);
});

it.each(EVENT_NAMES.filter((name) => EVENT_TYPES[name].maker === "service"))(
  "%s, which is the service's own, has one body, whatever payload was chosen",
  async (type) => {
    expect((await made(type)).event).toMatchObject({ payload: "service", type });
  },
);

it("an example has the headers of an attempt, and what differs is as it was given", async () => {
  const { headers, event } = await made("charge.refunded", {
    eventId: "evt_9",
    attempt: 3,
    paymentId: `svcpay_${"9".repeat(32)}`,
    object: { amount_refunded: 100 },
  });
  expect(headers).toMatchObject({
    "Content-Type": "application/json",
    "Svc-Event-Id": "evt_9",
    "Svc-Event-Type": "charge.refunded",
    "Svc-Attempt": "3",
    "Svc-Payment-Id": `svcpay_${"9".repeat(32)}`,
    "Svc-Signature": expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    "Webhook-Id": "evt_9",
    "Webhook-Timestamp": String((NOW_MS - 999) / 1000),
  });
  expect(headers).not.toHaveProperty("Svc-Payload");
  expect(event.data.object).toMatchObject({ amount: 4999, amount_refunded: 100 });
});

it("an example names a payment in its headers exactly where its type is about one", async () => {
  const isNamed = async (type: string) => "Svc-Payment-Id" in (await made(type)).headers;
  for (const type of EVENT_NAMES) {
    const isAboutPayment = ["payment", "refund", "dispute"].includes(EVENT_TYPES[type].about ?? "");
    expect([type, await isNamed(type)]).toEqual([type, isAboutPayment]);
  }
  // One of the future.
  expect(await isNamed("report.payment.ready")).toBe(false);
});

it("an example about no payment names none, and a secret that is not base64 signs in one way", async () => {
  const { headers } = await made("payout.paid");
  expect(headers).not.toHaveProperty("Svc-Payment-Id");
  const old = await createTestCallback("payout.paid", "whsec_not-base64", { nowMs: NOW_MS });
  expect(old.headers).not.toHaveProperty("Webhook-Signature");
  const read = await verifyCallback(old.rawBody, old.headers, "whsec_not-base64", { nowMs: NOW_MS });
  expect(read).toMatchObject({ type: "payout.paid", attempt: 1, paymentId: undefined });
});
