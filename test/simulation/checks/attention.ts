import type Stripe from "stripe";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import { holdEndOf } from "./hold-end.ts";

type Listed = { kind: string; subject: Record<string, string> };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The slowest sweep comes every hour. */
const SWEPT_MS = 2 * HOUR_MS;

/**
 * What needs a person by the processor's own objects: it `must` be listed, or it `may`. Only four cases are not decided:
 * a hold up to two hours after its time, which a sweep brings, and in the minute of its end; a dispute in the minute of
 * its deadline; a payout that came back, where a later one came back too. If that one counted as paid when the item was
 * visited, the item is closed for good; the processor's objects do not say when it was visited. So is a warning that was
 * visited while all was refunded; the refund that failed later has an item of its own.
 */
type Due = Map<string, "must" | "may">;

/** Ids of refunds, payouts and warnings whose items a person has resolved: these are listed no more. */
const resolved = new WeakMap<Simulation, Set<string>>();

export const noteResolved = (simulation: Simulation, id: string): unknown =>
  resolved.set(simulation, new Set(resolved.get(simulation)).add(id));

/** What needs a person of this merchant at this moment. */
export function needsOf(simulation: Simulation, merchant: SimulatedMerchant): Due {
  const due = dueOf(merchant.accountId ?? "", simulation.clock.now);
  for (const id of resolved.get(simulation) ?? [])
    for (const kind of ["refund_failed", "payout_failed", "fraud_warning"]) due.delete(`${kind} ${id}`);
  return due;
}

/**
 * I8: on a calm day everything is listed that needs a person of this merchant, and nothing that does not. `before`: a
 * minute before it was asked for. What changed since then may be listed or not.
 */
export function checkAttention(
  simulation: Simulation,
  merchant: SimulatedMerchant,
  { answer, before }: { answer: string; before: Due },
): void {
  const due = needsOf(simulation, merchant);
  const listed = new Set((JSON.parse(answer) as Listed[]).filter(isOfSubject).map(nameOf));
  for (const name of listed) {
    simulation.reach(`attention: ${name.split(" ")[0]}`);
    if (!due.has(name) && !before.has(name))
      simulation.violate("I8", `${name} is listed, and needs nobody of ${merchant.merchantId}`);
  }
  for (const [name, isDue] of due)
    if (isDue === "must" && before.get(name) === "must" && !listed.has(name))
      simulation.violate("I8", `${name} needs a person, and is not listed`);
}

const isOfSubject = ({ kind }: Listed): boolean => kind !== "endpoint_failing";
const nameOf = ({ kind, subject }: Listed): string =>
  `${kind} ${subject.disputeId ?? subject.fraudWarningId ?? subject.refundId ?? subject.payoutId ?? subject.svcPaymentId}`;

/** Whether each is one of the merchant's own, also while the faults last. */
export function checkOwnAttention(simulation: Simulation, merchant: SimulatedMerchant, answer: string): void {
  const { table } = partsOf();
  for (const item of (JSON.parse(answer) as Listed[]).filter(isOfSubject)) {
    const { svcPaymentId } = item.subject;
    if (svcPaymentId && table.peek(paymentKey(svcPaymentId))?.merchantId !== merchant.merchantId)
      simulation.violate("I7", `${merchant.merchantId} is shown ${nameOf(item)} of another merchant`);
  }
}

function dueOf(accountId: string, now: number): Due {
  const { processor } = partsOf();
  const due: Due = new Map();
  const charges = new Map(processor.list("charge", accountId).map((charge) => [charge.id, charge]));
  const ours = new Map(
    processor
      .list("payment_intent", accountId)
      .filter(isPaymentsOwn)
      .map((intent) => [intent.id, intent]),
  );
  for (const intent of ours.values()) {
    const charge = charges.get(String(intent.latest_charge ?? ""));
    const isDue = isHoldDue(intent, charge, now);
    if (isDue) due.set(`hold_expiring ${processor.paymentOf(intent)}`, isDue);
  }
  for (const dispute of processor.list("dispute", accountId)) {
    const dueBy = (dispute.evidence_details.due_by ?? 0) * 1000;
    if (!ours.has(String(dispute.payment_intent)) || !dispute.status.endsWith("needs_response")) continue;
    if (dueBy > now - MINUTE_MS)
      due.set(`dispute_response_due ${dispute.id}`, dueBy > now + MINUTE_MS ? "must" : "may");
  }
  const refunds = processor.list("refund", accountId);
  for (const warning of processor.list("radar.early_fraud_warning", accountId)) {
    const charge = charges.get(String(warning.charge));
    if (!charge || !ours.has(String(warning.payment_intent)) || charge.disputed) continue;
    const hasFailedRefund = refunds.some(
      (refund) => refund.charge === charge.id && refund.status === "failed",
    );
    if (charge.amount_refunded < charge.amount_captured)
      due.set(`fraud_warning ${warning.id}`, hasFailedRefund ? "may" : "must");
  }
  for (const refund of refunds) {
    if (!ours.has(String(refund.payment_intent))) continue;
    const kind = judge(refund, charges.get(String(refund.charge)), refunds);
    if (kind) due.set(`${kind} ${refund.id}`, "must");
  }
  addPayouts(due, accountId);
  return due;
}

const isPaymentsOwn = (intent: Stripe.PaymentIntent): boolean => {
  const { processor, table } = partsOf();
  return table.peek(paymentKey(processor.paymentOf(intent)))?.processorPaymentIntentId === intent.id;
};

function isHoldDue(
  { status }: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
  now: number,
): "must" | "may" | undefined {
  const endMs = charge && holdEndOf(charge);
  if (status !== "requires_capture" || !charge || !endMs) return undefined;
  const noticeAt = holdNoticeAt(endMs, charge.created * 1000);
  if (now < noticeAt || now > endMs) return undefined;
  return now > noticeAt + SWEPT_MS && now < endMs - MINUTE_MS ? "must" : "may";
}

/** A day before the end of a hold, or of a short one when half of it is over. */
const holdNoticeAt = (endMs: number, begunMs: number): number =>
  Math.max(endMs - 24 * HOUR_MS, (begunMs + endMs) / 2);

/** A failed refund needs a person until one names it, which is the last of its chain, or nothing is left to give back. */
function judge(
  refund: Stripe.Refund,
  charge: Stripe.Charge | undefined,
  refunds: readonly Stripe.Refund[],
): string | undefined {
  const { status, pending_reason: waitsFor } = refund;
  if (status === "requires_action" || waitsFor === "insufficient_funds") return "refund_pending";
  const isNothingLeft = (charge?.amount_captured ?? 0) <= (charge?.amount_refunded ?? 0);
  const isReplaced = refunds.some(({ metadata }) => metadata?.svcReplaces === refund.id);
  if (!hasFailed(refund) || isNothingLeft || isReplaced) return undefined;
  return "refund_failed";
}

const hasFailed = ({ status, failure_reason: why, metadata }: Stripe.Refund): boolean =>
  status === "failed" ||
  (status === "canceled" && (why !== "merchant_request" || Boolean(metadata?.svcReplaces)));

/** I13: a failed refund is replaced at most once. */
export function checkReplaced(simulation: Simulation, { accountId = "" }: SimulatedMerchant): void {
  const named = partsOf()
    .processor.list("refund", accountId)
    .flatMap(({ metadata }) => (metadata?.svcReplaces ? [metadata.svcReplaces] : []));
  if (named.length > 0) simulation.reach("attention: replaced refund");
  const twice = named.find((id, nth) => named.indexOf(id) !== nth);
  if (twice) simulation.violate("I13", `the failed refund ${twice} was replaced twice`);
}

function addPayouts(due: Due, accountId: string): void {
  const { processor } = partsOf();
  const payouts = processor.list("payout", accountId);
  const bookings = processor.list("balance_transaction", accountId);
  for (const failed of payouts.filter(({ status }) => status === "failed")) {
    const returned = bookings.find(({ id }) => id === failed.failure_balance_transaction);
    const later = payouts.filter(
      ({ created, amount, currency, automatic, method }) =>
        created >= (returned?.created ?? 0) &&
        Math.sign(amount) === Math.sign(failed.amount) &&
        currency === failed.currency &&
        automatic === failed.automatic &&
        method === failed.method,
    );
    if (later.some(({ status }) => status === "paid")) continue;
    // One that had arrived before it came back itself has closed it, and needs a person in its place.
    const isReplaced = later.some(({ status }) => status === "failed");
    due.set(`payout_failed ${failed.id}`, isReplaced ? "may" : "must");
  }
}
