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

const intent = (status: string, amount_capturable: number, amount_received: number) => ({
  ...{ object: "payment_intent", amount: 4999, currency: "usd", metadata },
  ...{ status, amount_capturable, amount_received },
});
const dispute = (status: string) => ({ object: "dispute", payment_intent: "pi_test", status });
const payout = (status: string) => ({ object: "payout", currency: "usd", status });

it.each([
  ["payment_intent.succeeded", intent("succeeded", 0, 4999)],
  ["payment_intent.processing", intent("processing", 0, 0)],
  ["payment_intent.payment_failed", intent("requires_payment_method", 0, 0)],
  ["payment_intent.amount_capturable_updated", intent("requires_capture", 4999, 0)],
  ["payment_intent.canceled", intent("canceled", 0, 0)],
  ["charge.dispute.created", dispute("needs_response")],
  ["charge.dispute.updated", dispute("needs_response")],
  ["charge.dispute.closed", dispute("won")],
  ["radar.early_fraud_warning.created", { charge: "ch_test", payment_intent: "pi_test", actionable: true }],
  ["charge.refunded", { object: "charge", payment_intent: "pi_test", amount_refunded: 4999, metadata }],
  ["refund.failed", { object: "refund", charge: "ch_test", payment_intent: "pi_test", status: "failed" }],
  ["payout.paid", payout("paid")],
  ["payout.failed", payout("failed")],
  ["account.updated", { object: "account", charges_enabled: true, payouts_enabled: true }],
])("the example of %s is what the processor tells", async (type, object) => {
  expect((await made(type)).event).toMatchObject({
    ...{ id: "evt_test", object: "event", type, created: NOW_MS / 1000 - 0.999 },
    ...{ livemode: false, account: "acct_test", data: { object } },
  });
});

it("the example of the service's own test event belongs to no account", async () => {
  const { event } = await made("callback.test");
  expect(event).toMatchObject({ data: { object: { object: "callback_test", message: "Hello." } } });
  expect(event).not.toHaveProperty("account");
});

const payment = (status: string, capturedCents: number, given: object = {}) => ({
  payment: {
    ...{ svcPaymentId: PAYMENT_ID, status, amountCents: 4999, capturedCents, version: NOW_MS - 999 },
    ...{ refundedCents: 0, captureBefore: null, disputes: [], ...given },
  },
});
const DUE = "2026-07-10T23:59:59.000Z";
const disputed = (status: string, dueBy: string | null) => {
  const told = { disputeId: "du_test", status, amountCents: 4999, dueBy };
  return { dispute: told, ...payment("succeeded", 4999, { disputes: [told] }) };
};

it.each<[string, object]>([
  ["payment.succeeded", payment("succeeded", 4999)],
  ["payment.processing", payment("processing", 0)],
  ["payment.failed", { ...payment("requires_payment_method", 0), declineCode: "insufficient_funds" }],
  ["payment.authorized", payment("requires_capture", 0, { captureBefore: DUE })],
  ["payment.canceled", payment("canceled", 0)],
  ["payment.refunded", payment("refunded", 4999, { refundedCents: 4999 })],
  ["payment.hold_expiring", payment("requires_capture", 0, { captureBefore: DUE })],
  ["payment.fraud_warning", payment("succeeded", 4999)],
  ["dispute.created", disputed("needs_response", DUE)],
  ["dispute.updated", disputed("needs_response", DUE)],
  ["dispute.closed", disputed("won", null)],
  ["dispute.response_due", disputed("needs_response", DUE)],
  ["refund.failed", { refund: { refundId: "re_test", amountCents: 4999 }, ...payment("succeeded", 4999) }],
  ["account.updated", { account: { onboardingStatus: "enabled", chargesEnabled: true } }],
  ["payout.paid", { payout: { status: "paid", failureCode: null, unexplainedCents: 0 } }],
  ["payout.failed", { payout: { status: "failed", failureCode: "account_closed" } }],
  ["callback.test", {}],
])("the example of %s in the service payload fits together", async (type, rest) => {
  const { event, headers } = await made(type, { payload: "service" });
  const createdAt = "2026-07-01T12:00:00.000Z";
  expect(event).toMatchObject({ payload: "service", id: "evt_test", type, createdAt, ...rest });
  expect(headers["Svc-Payload"]).toBe("service");
  const { amountCents, totals } = event.payout ?? {};
  expect(totals?.charge.netCents).toBe(amountCents);
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
