import type { CallbackEvent, CallbackType, ServiceType } from "./callbacks.ts";
import { CALLBACK_TYPES, SERVICE_TYPES } from "./generated/event-types.ts";
import { base64Of, bytesOf, hexOf, joined, signed, standardKeyOf } from "./signatures.ts";
import { type Exampled, serviceExampleOf } from "./testing-service.ts";

export type TestCallbackOptions = {
  /** Which payload; with `service` the type is one of the service payload's. */
  payload?: "processor" | "service";
  /** Overrides fields of the event's object; with `service`, of the body itself, such as `payment`. */
  object?: Record<string, unknown>;
  eventId?: string;
  paymentId?: string;
  attempt?: number;
  /** When it is signed: an old time makes a callback that must be rejected. */
  nowMs?: number;
};

export type TestCallback = { rawBody: string; headers: Record<string, string> };

const PAYMENT_ID = `svcpay_${"0".repeat(32)}`;

/** A callback as the service would send it, for the tests of your own endpoint: `type` may also be one of the future. */
export async function createTestCallback(
  type: CallbackType | ServiceType | (string & {}),
  secret: string,
  options: TestCallbackOptions = {},
): Promise<TestCallback> {
  const { nowMs = Date.now(), eventId = "evt_test", attempt = 1 } = options;
  const paymentId = options.paymentId ?? (isAboutPayment(type) ? PAYMENT_ID : undefined);
  const seconds = Math.floor(nowMs / 1000);
  const isService = options.payload === "service" || isOnlyOfService(type);
  const about = { eventId, type, seconds, paymentId };
  const rawBody = isService
    ? JSON.stringify({ ...serviceExampleOf(about), ...options.object })
    : JSON.stringify(processorEventOf(about, options.object), null, 2);
  return {
    rawBody,
    headers: {
      "Content-Type": "application/json",
      "Svc-Event-Id": eventId,
      "Svc-Event-Type": type,
      "Svc-Attempt": String(attempt),
      ...(paymentId !== undefined && { "Svc-Payment-Id": paymentId }),
      ...(isService && { "Svc-Payload": "service" }),
      ...(await signatureHeaders({ eventId, seconds, rawBody }, secret)),
    },
  };
}

/** Such as the service's own events: of these there is one body, whichever payload an endpoint has chosen. */
const isOnlyOfService = (type: string): boolean =>
  isOneOf(SERVICE_TYPES, type) && !isOneOf(CALLBACK_TYPES, type);

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type);

const processorEventOf = (
  { eventId, type, seconds, paymentId }: Exampled,
  object?: Record<string, unknown>,
) => ({
  id: eventId,
  object: "event",
  type,
  created: seconds,
  livemode: false,
  ...(type !== "callback.test" && { account: "acct_test" }),
  data: { object: { ...exampleOf(type, paymentId), ...object } },
});

export async function signatureHeaders(
  { eventId, seconds, rawBody }: { eventId: string; seconds: number; rawBody: string },
  secret: string,
): Promise<Record<string, string>> {
  const body = bytesOf(rawBody);
  const svc = {
    "Svc-Signature": `t=${seconds},v1=${hexOf(await signed(bytesOf(secret), joined(`${seconds}.`, body)))}`,
  };
  const key = standardKeyOf(secret);
  if (!key) return svc;
  return {
    ...svc,
    "Webhook-Id": eventId,
    "Webhook-Timestamp": String(seconds),
    "Webhook-Signature": `v1,${base64Of(await signed(key, joined(`${eventId}.${seconds}.`, body)))}`,
  };
}

const isAboutPayment = (type: string): boolean =>
  /^(payment_intent|charge|refund|payment|dispute|radar)\./.test(type);

type ObjectOf<Type extends CallbackType> = Extract<CallbackEvent, { type: Type }>["data"]["object"];

function exampleOf(type: string, svcPaymentId?: string): Record<string, unknown> {
  const metadata: Record<string, string> = svcPaymentId === undefined ? {} : { svcPaymentId };
  return Object.hasOwn(EXAMPLES, type) ? EXAMPLES[type as CallbackType](metadata) : callbackTest();
}

type Example = (metadata: Record<string, string>) => Record<string, unknown>;

const intent =
  (status: string, { amount_capturable = 0, amount_received = 0 } = {}): Example =>
  (metadata) =>
    ({
      id: "pi_test",
      object: "payment_intent",
      status,
      amount: 4999,
      amount_capturable,
      amount_received,
      currency: "usd",
      metadata,
    }) satisfies ObjectOf<"payment_intent.succeeded">;

const dispute = (status: string) => () =>
  ({
    id: "du_test",
    object: "dispute",
    payment_intent: "pi_test",
    charge: "ch_test",
    amount: 4999,
    status,
    reason: "fraudulent",
  }) satisfies ObjectOf<"charge.dispute.created">;

const charge: Example = (metadata) =>
  ({
    id: "ch_test",
    object: "charge",
    payment_intent: "pi_test",
    amount: 4999,
    amount_refunded: 4999,
    currency: "usd",
    metadata,
  }) satisfies ObjectOf<"charge.refunded">;

const refund = () =>
  ({
    id: "re_test",
    object: "refund",
    payment_intent: "pi_test",
    charge: "ch_test",
    amount: 4999,
    currency: "usd",
    status: "failed",
  }) satisfies ObjectOf<"refund.failed">;

const fraudWarning = () =>
  ({
    id: "issfr_test",
    object: "radar.early_fraud_warning",
    charge: "ch_test",
    payment_intent: "pi_test",
    fraud_type: "unauthorized_use_of_card",
    actionable: true,
  }) satisfies ObjectOf<"radar.early_fraud_warning.created">;

const payout = (status: string) => () =>
  ({
    id: "po_test",
    object: "payout",
    amount: 4669,
    currency: "usd",
    status,
    arrival_date: 1_780_000_000,
  }) satisfies ObjectOf<"payout.paid">;

const account = () =>
  ({
    id: "acct_test",
    object: "account",
    charges_enabled: true,
    payouts_enabled: true,
  }) satisfies ObjectOf<"account.updated">;

const callbackTest = () =>
  ({ object: "callback_test", message: "Hello." }) satisfies ObjectOf<"callback.test">;

/** A new type does not compile without its example. */
const EXAMPLES: Record<CallbackType, Example> = {
  "payment_intent.succeeded": intent("succeeded", { amount_received: 4999 }),
  "payment_intent.processing": intent("processing"),
  "payment_intent.payment_failed": intent("requires_payment_method"),
  "payment_intent.amount_capturable_updated": intent("requires_capture", { amount_capturable: 4999 }),
  "payment_intent.canceled": intent("canceled"),
  "charge.refunded": charge,
  "charge.dispute.created": dispute("needs_response"),
  "charge.dispute.closed": dispute("won"),
  "account.updated": account,
  "refund.failed": refund,
  "charge.dispute.updated": dispute("needs_response"),
  "radar.early_fraud_warning.created": fraudWarning,
  "payout.paid": payout("paid"),
  "payout.failed": payout("failed"),
  "callback.test": callbackTest,
};
