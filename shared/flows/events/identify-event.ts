import { isErased } from "../../domain/erasure.ts";
import type { EventSource } from "../../domain/events/event.ts";
import { isFollowed } from "../../domain/events/event-types.ts";
import { Failure } from "../../domain/failure.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { log, note } from "../../logger.ts";
import { isLiveMode } from "../../processor/client.ts";
import { type EventSubject, type ProcessorEvent, parseEvent } from "../../processor/events.ts";
import { identifyMerchant } from "./identify-merchant.ts";
import { type EventPayment, identifyPayment } from "./identify-payment.ts";

/** What a fresh event is about may not be there yet, in the ledger or at the processor; for an old one it never comes. */
const FRESH_MS = 15 * 60_000;

export type Identified = {
  kind: "identified";
  event: ProcessorEvent;
  accountId: string;
  subject: EventSubject;
  merchant: Merchant;
  about: EventPayment;
  source: EventSource;
  /** What it is about may still be on its way: into the ledger, or within the processor. */
  isFresh: boolean;
};
type Identification =
  | Identified
  | { kind: "not_for_us"; because: "type" | "mode" | "account" | "environment" | "erased" }
  | { kind: "too_early"; event: ProcessorEvent };

/** `isRecorded`: its bytes come from the ledger. */
type Arrived = { rawBody: Uint8Array; source: EventSource; at: number; isRecorded?: boolean };

/** Which merchant an event belongs to, and which payment it is about: from its bytes, and nothing is written. */
export async function identifyEvent({
  rawBody,
  source,
  at,
  isRecorded = false,
}: Arrived): Promise<Identification> {
  const event = parseEvent(rawBody);
  const { accountId } = event;
  note({ eventId: event.eventId, eventType: event.type });
  if (!isFollowed(event.type)) return { kind: "not_for_us", because: "type" };
  // A test event must not touch real money's ledger, nor the other way round.
  if (event.livemode !== (await isLiveMode())) return { kind: "not_for_us", because: "mode" };
  if (!accountId) return { kind: "not_for_us", because: "account" };
  const owner = await identifyMerchant(accountId, at);
  if (owner.kind === "unknown") return { kind: "not_for_us", because: "account" };
  const { merchant } = owner;
  note({ merchantId: merchant.merchantId });
  // Its bytes would bring back what was erased. What was recorded before is still finished, and then erased as well.
  if (isErased(merchant) && !isRecorded) return { kind: "not_for_us", because: "erased" };
  const { subject } = event;
  const about = await identifyPayment(subject, { merchantId: merchant.merchantId, accountId });
  if (about.kind === "payment") note({ svcPaymentId: about.record.svcPaymentId });
  if (about.kind === "elsewhere") return { kind: "not_for_us", because: "environment" };
  const isFresh = at - event.createdAt <= FRESH_MS;
  if (about.kind === "unknown" && isFresh) return { kind: "too_early", event };
  return { kind: "identified", event, accountId, subject, merchant, about, source, isFresh };
}

export function eventTooEarly({ eventId, type }: ProcessorEvent): Failure {
  log("warn", "what an event is about is not there yet", { eventId, eventType: type });
  const detail = "The object of this event is not in the ledger yet. Send the event again.";
  return new Failure("service_unavailable", detail, { retryAfterSeconds: 5 });
}
