import { signatureHeader } from "../../../infra/simulator/webhooks/due-deliveries.ts";
import type { Chance } from "./chance.ts";
import { WEBHOOK_SECRET, type Webhook } from "./processor.ts";

type StripeObject = Record<string, unknown> & { metadata?: Record<string, string> };
type Event = {
  id: string;
  type: string;
  account?: string;
  livemode: boolean;
  data: { object: StripeObject };
};

const OF_THE_FUTURE = (event: Event) => withObject(event, { status: "requires_patience" });

/** Events that the processor signs and that are not for us, not about anything we know, or of a later API version. */
const STRANGE: ((event: Event) => object)[] = [
  OF_THE_FUTURE,
  OF_THE_FUTURE,
  OF_THE_FUTURE,
  (event) => withObject(event, { amount: "many" }),
  (event) => ({ ...event, data: { object: { object: "thing_of_the_future" } } }),
  (event) => ({ ...event, data: { object: null } }),
  (event) => ({ ...event, type: "customer.updated" }),
  (event) => ({ ...event, type: "customer.created" }),
  (event) => ({ ...event, account: undefined }),
  (event) => ({ ...event, account: "acct_0000000000000000" }),
  (event) => withMetadata(event, { svcEnv: "elsewhere" }),
  (event) => withMetadata(event, { svcPaymentId: `svcpay_${"0".repeat(32)}` }),
  (event) => withObject(event, { id: "pi_forged00000000000000000" }),
  (event) => withObject(event, { metadata: {} }),
  (event) => ({
    ...event,
    type: "charge.dispute.created",
    data: { object: { id: "du_unknown", object: "dispute", charge: "ch_unknown", payment_intent: null } },
  }),
  (event) => ({
    ...event,
    type: "refund.updated",
    data: { object: { id: "re_unknown", object: "refund", charge: null, payment_intent: "pi_unknown" } },
  }),
  (event) => ({
    ...event,
    type: "refund.failed",
    data: { object: { id: "re_unknown", object: "refund", charge: null, payment_intent: null } },
  }),
];

type ThinEvent = { related_object: object };

/** The same of thin events. Those of another type are rejected, so that a wrong destination is noticed. */
const STRANGE_THIN: ((event: ThinEvent) => object)[] = [
  (event) => ({ ...event, related_object: { ...event.related_object, id: "acct_0000000000000000" } }),
  (event) => ({ ...event, data: { of: "the future" }, changes: { before: {} } }),
];

const withObject = (event: Event, changed: object): object => ({
  ...event,
  data: { object: { ...event.data.object, ...changed } },
});

const withMetadata = (event: Event, changed: Record<string, string>): object =>
  withObject(event, { metadata: { ...event.data.object.metadata, ...changed } });

/**
 * A stranger made of a real one, with a genuine signature whenever it is told. Each has an id of its own: the processor never
 * tells two things under one id.
 */
export function strangeWebhook(webhook: Webhook, chance: Chance): (nowMs: number) => Webhook {
  const told = JSON.parse(webhook.body) as Event | ThinEvent;
  const nth = chance.below("data" in told ? STRANGE.length : STRANGE_THIN.length);
  const made = "data" in told ? STRANGE[nth]?.(told) : STRANGE_THIN[nth]?.(told);
  const eventId = `${webhook.eventId}s${nth}`;
  const body = JSON.stringify({ ...made, id: eventId });
  return (nowMs) => ({
    ...webhook,
    eventId,
    body,
    signature: signatureHeader(WEBHOOK_SECRET, body, Math.floor(nowMs / 1000)),
  });
}
