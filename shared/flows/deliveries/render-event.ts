import { bodyFor, type CallbackEndpoint } from "../../domain/events/callback-endpoint.ts";
import { type Payload, rowOf } from "../../domain/events/event-types.ts";
import { monthOf } from "../../domain/finance/day.ts";
import { sha256Hex } from "../../domain/id.ts";
import { type AccountOfMerchant, toldAccountOf } from "../../domain/onboarding.ts";
import { type AttemptRecord, type EventRecord, readableBody } from "../../ledger/events.ts";
import { findCompletedPayment } from "../../ledger/payments.ts";
import { findPayout } from "../../ledger/payouts.ts";
import { type ProcessorEvent, parseEvent } from "../../processor/events.ts";
import { type ServiceSubject, serviceBody } from "../../views/service-event.ts";

/*
 * What a callback's body is. Under the processor's payload it is the event's bytes as they came, which is of the event's
 * time. Under the service payload it is rendered at each attempt from the ledger: so a retry and a redelivery tell the
 * state of now, and the version in it says which of two bodies is newer, in whatever order they arrive.
 */

export type Rendered =
  | { kind: "rendered"; payload: Payload; type: string; body: Uint8Array; logged: LoggedBody }
  /** It is about nothing that the service payload can show, such as the merchant's own charges. */
  | { kind: "not_shown" }
  /** What it is about is not in the ledger now; its creation may still end, and a rebuild may bring it back. */
  | { kind: "missing" }
  /** What is stored is not the event's bytes any more. */
  | { kind: "damaged" };

/** What an attempt's log keeps of a body that is stored nowhere. The processor's bytes are the event's own. */
type LoggedBody = Pick<AttemptRecord, "payload" | "version" | "bodySha256">;

export async function renderEvent(
  event: EventRecord,
  endpoint: Pick<CallbackEndpoint, "payload">,
  merchant: AccountOfMerchant,
): Promise<Rendered> {
  const rawBody = readableBody(event);
  if (!rawBody) return { kind: "damaged" };
  const form = bodyFor(event, endpoint, merchant.account);
  if (form === "none") return { kind: "not_shown" };
  if (form === "as_received")
    return { kind: "rendered", payload: "processor", type: event.type, body: rawBody, logged: {} };
  const rendered = await renderServiceEvent(event, rawBody, merchant);
  if (rendered.kind !== "rendered") return rendered;
  const { type, version, body } = rendered;
  const logged = { payload: "service", version, bodySha256: sha256Hex(body) } as const;
  return { kind: "rendered", payload: "service", type, body, logged };
}

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
  const about = rowOf(event.type)?.about;
  if (about === undefined) return { kind: "found", subject: {} };
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
