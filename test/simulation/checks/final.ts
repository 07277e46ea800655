import type Stripe from "stripe";
import { isChosen, isFollowedThin } from "../../../shared/domain/events/event-types.ts";
import type { Dispute } from "../../../shared/domain/payments/payment.ts";
import { eventKey, paymentKey, timeOfSort, UNRESOLVED } from "../../../shared/ledger/table.ts";
import { asShown } from "../../support/as-shown.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import { PaymentStory } from "../actors/payment-story.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Webhook } from "../world/processor.ts";
import type { Simulation } from "../world/simulation.ts";
import { checkEndpointsAtEnd, hearsEveryVersion, isToldLately } from "./endpoints.ts";
import { holdEndOf } from "./hold-end.ts";
import { checkOnboarded } from "./onboarded.ts";
import { checkPayouts } from "./payouts.ts";
import { checkStatements } from "./statements.ts";
import { checkReceivers } from "./told-versions.ts";

/** What must hold when the faults are over and everything has come to rest. */
export function checkFinal(
  simulation: Simulation,
  merchants: SimulatedMerchant[],
  acknowledged: Webhook[],
): void {
  checkDueList(simulation);
  for (const { accountId } of merchants) if (accountId) checkAccount(simulation, accountId);
  for (const merchant of merchants) checkOnboarded(simulation, merchant);
  checkWishes(simulation);
  checkOperations(simulation, merchants);
  checkCaptures(simulation);
  checkSharedKeys(simulation);
  checkStatements(simulation);
  for (const { merchantId } of merchants) checkPayouts(simulation, merchantId);
  for (const webhook of acknowledged) checkEvent(simulation, webhook);
  const current = merchants.filter(({ merchantId }) => hearsEveryVersion(simulation, merchantId));
  checkReceivers(simulation, new Set(current.map(({ merchantId }) => merchantId)));
  for (const merchant of merchants) checkEndpointsAtEnd(simulation, merchant);
}

function checkDueList(simulation: Simulation): void {
  for (const item of partsOf().table.all()) {
    const { now } = simulation.clock;
    if (item.dueShard !== undefined && !isDeadlineAhead(item, now) && !isToldLately(item, now))
      simulation.violate("liveness", `${item.pk} ${item.sk} is still on the due list: ${item.dueShard}`);
    if (item.state === "claimed") simulation.reach("claims left open");
  }
}

/** The slowest sweep comes every hour. */
const LONGEST_SWEEP_MS = 3_600_000;

/** The end of a hold or the answer to a dispute is told before it is too late, which may be in weeks; nobody has yet. */
const isDeadlineAhead = ({ pk, dueShard, dueSort, dueStep }: Item, now: number): boolean =>
  String(pk).startsWith("ATTENTION#") &&
  dueStep === 0 &&
  dueShard !== UNRESOLVED &&
  timeOfSort(String(dueSort)) > now - LONGEST_SWEEP_MS;

/** I1 and I8: the ledger is what the processor says, and nothing was paid beside it. */
export function checkAccount(simulation: Simulation, accountId: string): void {
  const { processor, table } = partsOf();
  const charges = new Map(processor.list("charge", accountId).map((charge) => [charge.id, charge]));
  for (const intent of processor.list("payment_intent", accountId)) {
    const record = table.peek(paymentKey(processor.paymentOf(intent)));
    const charge = charges.get(String(intent.latest_charge ?? ""));
    if (processor.ownIntents.has(intent.id)) checkOwnSale(simulation, intent);
    else if (processor.forgedIntents.has(intent.id)) checkForged(simulation, record, intent);
    else if (!record) simulation.violate("I8", `${intent.id} is of no payment in the ledger`);
    else if (record.processorPaymentIntentId === intent.id)
      comparePayment(simulation, record, intent, charge);
    else checkOrphan(simulation, record, intent);
  }
  for (const dispute of processor.list("dispute", accountId)) checkDispute(simulation, accountId, dispute);
}

/** I1: what a merchant sells without the service is no payment of it. */
function checkOwnSale(simulation: Simulation, { id }: Stripe.PaymentIntent): void {
  const taker = partsOf()
    .table.all()
    .find(({ sk, processorPaymentIntentId }) => sk === "PAYMENT" && processorPaymentIntentId === id);
  if (taker) simulation.violate("I1", `${taker.pk} has taken ${id}, which is the merchant's own`);
}

/**
 * I1: an intent that only claims to be ours is never a payment's. Where a restore has forgotten a creation that made
 * none of its own, nobody can tell: it is rebuilt from what names it.
 */
function checkForged(simulation: Simulation, record: Item | undefined, intent: Stripe.PaymentIntent): void {
  simulation.reach("forged intents");
  if (record?.processorPaymentIntentId === intent.id && !(record.rebuiltTerms && isAlone(record)))
    simulation.violate("I1", `${record.pk} has taken ${intent.id}, which is forged`);
}

function isAlone(record: Item): boolean {
  const { processor } = partsOf();
  const { connectedAccountId = "" } = (record.terms ?? {}) as { connectedAccountId?: string };
  return processor
    .list("payment_intent", connectedAccountId)
    .filter((intent) => processor.paymentOf(intent) === record.svcPaymentId)
    .every(({ id }) => processor.forgedIntents.has(id));
}

function checkDispute(simulation: Simulation, accountId: string, dispute: Stripe.Dispute): void {
  const intent = partsOf()
    .processor.list("payment_intent", accountId)
    .find(({ id }) => id === dispute.payment_intent);
  const record = partsOf().table.peek(paymentKey(intent ? partsOf().processor.paymentOf(intent) : ""));
  const known = (record?.disputes as Record<string, Dispute> | undefined)?.[dispute.id]?.status;
  if (known !== dispute.status)
    simulation.violate("I8", `${dispute.id} is ${known} in the ledger; the processor says ${dispute.status}`);
}

function checkOrphan(simulation: Simulation, record: Item, intent: Stripe.PaymentIntent): void {
  simulation.reach("orphans");
  if (intent.status !== "requires_payment_method" && intent.status !== "canceled")
    simulation.violate("I1", `${intent.id} is ${intent.status} beside ${record.processorPaymentIntentId}`);
  // An open claim of a later key has left it behind for the next key, under which nothing was made: harmless.
  // Otherwise it is what the claim asked for, and a visit should have found it.
  const isLeftBehind = Number(record.keyNumber) > Number(intent.metadata.svcKeyNumber ?? 1);
  if (record.state === "claimed" && isLeftBehind) simulation.reach("orphans left behind");
  else if (record.state === "claimed")
    simulation.violate("liveness", `${record.pk} is still claimed, and ${intent.id} is there`);
}

function comparePayment(
  simulation: Simulation,
  record: Item,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
): void {
  const expected = expectedState(intent, charge);
  const shown = asShown(record);
  for (const [name, value] of Object.entries(expected))
    if (shown[name] !== value)
      simulation.violate("I8", `${record.pk} has ${name} ${shown[name]}; the processor says ${value}`);
  // A webhook may store the intent in the moment in which the caller's own key is rejected. Nobody was given it.
  const isNobodys = intent.status === "requires_payment_method" || intent.status === "canceled";
  const isUsedUp = record.state === "rejected" && record.rejectedAs === "idempotency_conflict" && isNobodys;
  if (isUsedUp) simulation.reach("intents of a key that was used up");
  else if (record.state !== "completed")
    simulation.violate("liveness", `${record.pk} is ${record.state} at the end`);
}

function expectedState(intent: Stripe.PaymentIntent, charge: Stripe.Charge | undefined) {
  const unpaid = {
    refundedCents: 0,
    applicationFeeCents: intent.application_fee_amount ?? 0,
    captureBefore: null,
  };
  if (intent.status === "requires_capture")
    return {
      ...unpaid,
      status: intent.status,
      amountCents: intent.amount_capturable,
      captureBefore: charge ? holdEndOf(charge) : null,
    };
  if (intent.status !== "succeeded") return { ...unpaid, status: intent.status };
  const refundedCents = charge?.amount_refunded ?? 0;
  const amountCents = charge?.amount_captured ?? intent.amount_received;
  const status =
    refundedCents === 0 ? "succeeded" : refundedCents < amountCents ? "partially_refunded" : "refunded";
  const applicationFeeCents = charge?.application_fee_amount ?? 0;
  return { status, amountCents, refundedCents, applicationFeeCents, captureBefore: null };
}

/** I3: one operation gives back once, however much "the rest" was; a refund that failed has given nothing. */
export function checkOperations(simulation: Simulation, merchants: SimulatedMerchant[]): void {
  for (const { accountId } of merchants) {
    const kept = partsOf()
      .processor.list("refund", accountId ?? "")
      .filter(({ status }) => status !== "failed" && status !== "canceled");
    const byOperation = Map.groupBy(kept, ({ id, metadata }) => metadata?.svcOperationId ?? id);
    for (const [operationId, made] of byOperation)
      if (made.length > 1) simulation.violate("I3", `${operationId} has ${made.length} refunds`);
  }
}

/** A refund that was asked for once, however often it was sent, is made once. */
function checkWishes(simulation: Simulation): void {
  for (const { accountId, intentId, amountCents, isGranted, isRejected } of PaymentStory.wishes) {
    const made = partsOf()
      .processor.list("refund", accountId)
      .filter((refund) => refund.payment_intent === intentId && refund.amount === amountCents);
    if (made.length === 0 && isGranted)
      simulation.violate("I3", `a refund of ${amountCents} on ${intentId} is answered and was never made`);
    // One that has failed gave nothing back: its own answer may be lost, and the next one rejected for another reason.
    if (made.some(({ status }) => status !== "failed") && isRejected)
      simulation.violate(
        "I3",
        `a refund of ${amountCents} on ${intentId} is answered as rejected and was made`,
      );
    // One that failed has given nothing back, and its key may be used again.
    const kept = made.filter(({ status }) => status !== "failed" && status !== "canceled");
    if (kept.length > 1) simulation.violate("I3", `${kept.length} refunds of ${amountCents} on ${intentId}`);
  }
}

/** Nobody else captures: a capture that was made is never answered as impossible. */
function checkCaptures(simulation: Simulation): void {
  for (const { svcPaymentId, body, answer } of PaymentStory.captures) {
    const stored = partsOf().table.peek(paymentKey(svcPaymentId));
    const record = stored && asShown(stored);
    const intent = intentOfPayment(record);
    const wanted = body.amountCents ?? intent?.amount;
    const isTooMuch = answer?.body.includes('"code":"capture_exceeds_authorization"');
    if (isTooMuch && intent && Number(wanted) <= intent.amount)
      simulation.violate("I3", `${wanted} of ${intent.amount} authorized are rejected as too much`);
    const isMade = ["succeeded", "partially_refunded", "refunded"].includes(String(record?.status));
    if (!isMade) continue;
    if (answer?.statusCode === 200 && record?.amountCents !== wanted)
      simulation.violate("I3", `${svcPaymentId} has ${record?.amountCents} captured instead of ${wanted}`);
    if (!answer?.body.includes('"code":"payment_not_capturable"')) continue;
    if (record?.amountCents === wanted)
      simulation.violate("I2", `the capture of ${svcPaymentId} was made, and is answered as impossible`);
  }
}

/** So long the processor remembers a key. */
const REMEMBERED_MS = 86_400_000;

/**
 * I1: one key of the caller's own, under whatever header keys it came, makes one payment, for as long as the processor
 * remembers it: since it first came. The first payment may be made hours later, under a key derived from it after a
 * saved 5xx; so the time between the two payments says nothing (seed 66 005 514).
 */
function checkSharedKeys(simulation: Simulation): void {
  if (PaymentStory.shared.size === 0) return;
  const { processor } = partsOf();
  const intents = processor
    .accounts()
    .flatMap(({ id: accountId }) =>
      processor
        .list("payment_intent", accountId)
        .map(({ id, created }) => [id, { accountId, created }] as const),
    );
  const known = new Map(intents);
  for (const [key, { since, made }] of PaymentStory.shared) {
    const [one, other] = made.map((id) => known.get(id));
    // Of another account's keys the processor knows nothing.
    if (!one || !other || one.accountId !== other.accountId) continue;
    if (Math.max(one.created, other.created) * 1000 - since < REMEMBERED_MS)
      simulation.violate("I1", `two payments are made under ${key}: ${made.join(", ")}`);
  }
}

function intentOfPayment(record: Item | undefined): Stripe.PaymentIntent | undefined {
  const { connectedAccountId = "" } = (record?.terms ?? {}) as { connectedAccountId?: string };
  return partsOf()
    .processor.list("payment_intent", connectedAccountId)
    .find(({ id }) => id === record?.processorPaymentIntentId);
}

/** I5: what was acknowledged is on record, and finished. */
function checkEvent(simulation: Simulation, { eventId, type }: Webhook): void {
  if (!isChosen(type, {}) && !isFollowedThin(type)) return;
  const record = partsOf().table.peek(eventKey(eventId));
  if (!record) simulation.violate("I5", `${eventId} (${type}) was acknowledged and is not on record`);
  else if (record.finishedAt === undefined)
    simulation.violate("I5", `${eventId} (${type}) is unfinished at the end`);
}
