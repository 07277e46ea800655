/** What happens to a payment, causes before effects: calls of ours by their operation, events by their type. */
const CAUSAL_ORDER = [
  "create",
  "charge",
  "payment_intent.requires_action",
  "payment_intent.processing",
  "payment_intent.payment_failed",
  "payment_intent.amount_capturable_updated",
  "payment.hold_expiring",
  "capture",
  "cancel",
  "payment_intent.succeeded",
  "payment_intent.canceled",
  "refund",
  "refund.created",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "radar.early_fraud_warning.created",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
  "dispute.response_due",
  "charge.dispute.closed",
];

/** It happened from `atMs` to `latestMs`: the processor counts whole seconds. Equal where the time is exact. */
export type TimelineEvent = { name: string; atMs: number; latestMs: number };

/**
 * Sorts by time. Within one second of the processor, an event moves before whatever its kind leads to. It only ever
 * moves back in time, so callback attempts stay behind their event.
 */
export function inCausalOrder<T>(things: T[], timelineEventOf: (thing: T) => TimelineEvent): T[] {
  const placed = things.map((thing) => {
    const happening = timelineEventOf(thing);
    const place = CAUSAL_ORDER.indexOf(happening.name);
    return { thing, ...happening, place: place < 0 ? CAUSAL_ORDER.length : place };
  });
  const known = placed.filter(({ place }) => place < CAUSAL_ORDER.length);
  const momentOf = ({ place, atMs, latestMs }: (typeof placed)[number]): number => {
    const effects = known.filter((other) => other.place > place && secondOf(other.atMs) === secondOf(atMs));
    // The processor's clock may be ahead of ours.
    const earliestMs = Math.min(atMs, latestMs);
    return Math.max(earliestMs, Math.min(latestMs, ...effects.map((one) => one.latestMs)));
  };
  return placed
    .map((one) => ({ ...one, momentMs: momentOf(one) }))
    .sort((a, b) => a.momentMs - b.momentMs || a.place - b.place)
    .map(({ thing }) => thing);
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);
