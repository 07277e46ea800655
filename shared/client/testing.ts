import type { CallbackEvent, CallbackType, ServiceType } from "./callbacks.ts";
import { base64Of, bytesOf, hexOf, joined, signed, standardKeyOf } from "./signatures.ts";
import { type Exampled, serviceExampleOf } from "./testing-service.ts";

export type TestCallbackOptions = {
  /** Which payload; with `service` the type is one of the service payload's. */
  payload?: "processor" | "service";
  /**
   * Fields of the event's object that differ from the example's; with `service` those of the body itself, such as
   * `payment`.
   */
  object?: Record<string, unknown>;
  eventId?: string;
  paymentId?: string;
  attempt?: number;
  /** When it is signed: an old time makes a callback that must be refused. */
  nowMs?: number;
};

export type TestCallback = { rawBody: string; headers: Record<string, string> };

const PAYMENT_ID = `svcpay_${"0".repeat(32)}`;

/** The service's own events: of these there is one body, whichever payload an endpoint has chosen. */
const OWN_TYPES: ReadonlySet<string> = new Set<ServiceType>([
  "payment.hold_expiring",
  "dispute.response_due",
]);

/** A callback as the service would send it, for the tests of your own endpoint: `type` may also be one of the future. */
export async function createTestCallback(
  type: CallbackType | ServiceType | (string & {}),
  secret: string,
  options: TestCallbackOptions = {},
): Promise<TestCallback> {
  const { nowMs = Date.now(), eventId = "evt_test", attempt = 1 } = options;
  const paymentId = options.paymentId ?? (isAboutPayment(type) ? PAYMENT_ID : undefined);
  const seconds = Math.floor(nowMs / 1000);
  const isService = options.payload === "service" || OWN_TYPES.has(type);
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

/** Both schemes' headers. */
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
  /^(payment_intent|charge|refund|payment|dispute)\./.test(type);

type ObjectOf<Type extends CallbackType> = Extract<CallbackEvent, { type: Type }>["data"]["object"];

function exampleOf(type: string, svcPaymentId?: string): Record<string, unknown> {
  const metadata: Record<string, string> = svcPaymentId === undefined ? {} : { svcPaymentId };
  const [, example = callbackTest] = EXAMPLES.find(([start]) => type.startsWith(start)) ?? [];
  return example(type, metadata);
}

type Example = (type: string, metadata: Record<string, string>) => Record<string, unknown>;

const intent = (type: string, metadata: Record<string, string>) =>
  ({
    id: "pi_test",
    object: "payment_intent",
    status: STATUSES[type] ?? "requires_payment_method",
    amount: 4999,
    amount_capturable: type === "payment_intent.amount_capturable_updated" ? 4999 : 0,
    amount_received: type === "payment_intent.succeeded" ? 4999 : 0,
    currency: "usd",
    metadata,
  }) satisfies ObjectOf<"payment_intent.succeeded">;

const dispute = (type: string) =>
  ({
    id: "du_test",
    object: "dispute",
    payment_intent: "pi_test",
    charge: "ch_test",
    amount: 4999,
    status: type === "charge.dispute.closed" ? "won" : "needs_response",
    reason: "fraudulent",
  }) satisfies ObjectOf<"charge.dispute.created">;

const charge = (_type: string, metadata: Record<string, string>) =>
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

const payout = (type: string) =>
  ({
    id: "po_test",
    object: "payout",
    amount: 4669,
    currency: "usd",
    status: type === "payout.failed" ? "failed" : "paid",
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

/** By how a type begins; the first that fits. */
const EXAMPLES: readonly (readonly [start: string, example: Example])[] = [
  ["payment_intent.", intent],
  ["charge.dispute.", dispute],
  ["charge.", charge],
  ["refund.", refund],
  ["payout.", payout],
  ["account.updated", account],
];

const STATUSES: Record<string, string> = {
  "payment_intent.succeeded": "succeeded",
  "payment_intent.processing": "processing",
  "payment_intent.amount_capturable_updated": "requires_capture",
  "payment_intent.canceled": "canceled",
};
