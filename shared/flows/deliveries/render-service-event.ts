import { EVENT_TYPES, isChoosable } from "../../domain/events/event-types.ts";
import { monthOf } from "../../domain/finance/day.ts";
import { type AccountOfMerchant, toldAccountOf } from "../../domain/onboarding.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { findCompletedPayment } from "../../ledger/payments.ts";
import { findPayout } from "../../ledger/payouts.ts";
import { type ProcessorEvent, parseEvent } from "../../processor/events.ts";
import { type ServiceSubject, serviceBody } from "../../views/service-event.ts";

export type ServiceEvent =
  | { kind: "rendered"; type: string; version?: number; body: Buffer }
  | { kind: "not_shown" }
  | { kind: "missing" };

/** An event in the service's form, with what it is about as the ledger has it now. */
export async function renderServiceEvent(
  event: EventRecord,
  rawBody: Uint8Array,
  merchant: AccountOfMerchant,
): Promise<ServiceEvent> {
  const told = parseEvent(rawBody);
  const found = await findSubject(event, told, merchant);
  if (found.kind !== "found") return found;
  return { kind: "rendered", ...serviceBody({ ...event, createdAt: told.createdAt }, found.subject) };
}

type Found = { kind: "found"; subject: ServiceSubject } | { kind: "not_shown" } | { kind: "missing" };

/** What the body shows: the event says which one it is about, the ledger how that stands now. */
async function findSubject(
  event: EventRecord,
  { subject: named }: ProcessorEvent,
  merchant: AccountOfMerchant,
): Promise<Found> {
  const about = isChoosable(event.type) ? EVENT_TYPES[event.type].about : "nothing";
  if (about === "nothing") return { kind: "found", subject: {} };
  if (about === "account") {
    const account = toldAccountOf(merchant);
    return account ? { kind: "found", subject: { account } } : { kind: "not_shown" };
  }
  if (about === "payout") {
    if (named.kind !== "payout") return { kind: "not_shown" };
    const payout = await findPayout(event.merchantId, named.payoutId);
    return payout ? { kind: "found", subject: { payout } } : { kind: "missing" };
  }
  if (about === "report") {
    if (named.kind !== "report") return { kind: "not_shown" };
    return { kind: "found", subject: { report: monthOf(named.month) } };
  }
  const payment = await findCompletedPayment(event.merchantId, event.svcPaymentId ?? "");
  if (!payment) return { kind: "missing" };
  if (about === "payment") return { kind: "found", subject: { payment } };
  if (about === "refund") {
    // Where the event is of a shape of the future: what was fetched when it was applied.
    const applied = event.refund && { ...event.refund, currency: payment.currency };
    const refund = (named.kind === "refund" && named.details) || applied;
    if (refund) return { kind: "found", subject: { refund, payment } };
    // Until it is applied, a later attempt may find what was fetched.
    return { kind: event.finishedAt === undefined ? "missing" : "not_shown" };
  }
  if (named.kind !== "dispute") return { kind: "not_shown" };
  // An event that could not be applied yet is sent all the same. A later attempt finds its dispute.
  const dispute = payment.disputes[named.disputeId];
  return dispute ? { kind: "found", subject: { dispute, payment } } : { kind: "missing" };
}
