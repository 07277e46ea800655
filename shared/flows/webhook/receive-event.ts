import { verifySignature } from "../../domain/access/signing-secret.ts";
import { endpointsFor } from "../../domain/events/callback-endpoint.ts";
import type { EventSource } from "../../domain/events/event.ts";
import { Failure, processorSays } from "../../domain/failure.ts";
import { type EventRecord, recordEvent } from "../../ledger/events.ts";
import { openThinEvent } from "../../processor/account-events.ts";
import { parseIncoming } from "../../processor/events.ts";
import { sendVisits } from "../../queues/queue.ts";
import { isProcessorTimeUsedUp, limitProcessorTime } from "../../runtime/invocation.ts";
import { count, describeError, log, note } from "../../runtime/logger.ts";
import { readWebhookSecrets } from "../../runtime/secrets.ts";
import { NOT_FORWARDED, type Receipt } from "../deliveries/finish-event.ts";
import { applyAndDeliver, resumeEvent } from "../events/apply-event.ts";
import { type Identified, identifyEvent, tooEarly } from "../events/identify-event.ts";

/*
 * An event of the processor comes in: verify → identify → record → apply → deliver → finish.
 *
 * Guarantee: a 200 means that the event is not for us; or is recorded, applied and its deliveries are made; or is recorded and on the
 * due list, because the processor was too slow to apply it here. Any failure before that is a 5xx, and the processor sends
 * the event again.
 *
 * From `record` on the event cannot be lost, only repeated. If the function dies, the due list's visit takes the remaining
 * steps from the stored bytes, or the processor's next delivery does. Nobody owns an event: every step can be repeated, also
 * by two calls at once. Apply writes on the version that it read, a delivery is made once, a second message makes no second
 * callback, and only the first finish is written.
 */

export type Incoming = Omit<Arrival, "source"> & { signature: string | undefined; signatureSeconds: number };

export type Arrival = {
  rawBody: Uint8Array;
  source: EventSource;
  traceId: string;
  at: number;
};

export async function receiveEvent(incoming: Incoming): Promise<Receipt> {
  await requireSignature(incoming);
  limitProcessorTime(PROCESSOR_BUDGET_MS);
  return ingestEvent({ ...incoming, source: "webhook" });
}

/**
 * For all that an event asks the processor. When the processor hangs while its events keep coming, every event would hold
 * a function for as long as a call may take: 125 a second for 8 s are all that an account has.
 */
const PROCESSOR_BUDGET_MS = 2_000;

/** Everything but the signature: events that we pulled carry no signature. */
export async function ingestEvent(incoming: Arrival): Promise<Receipt> {
  const parsed = parseIncoming(incoming.rawBody);
  const opened = parsed.kind === "thin" ? await openThinEvent(parsed.thin) : parsed;
  const { event } = opened;
  const arrival = "rawBody" in opened ? { ...incoming, rawBody: opened.rawBody } : incoming;
  const identified = await identifyEvent({ ...arrival, event });
  note({ outcome: identified.kind });
  if (identified.kind === "not_for_us") return NOT_FORWARDED;
  if (identified.kind === "too_early") throw tooEarly(event);
  const recorded = await record(arrival, identified);
  note({ outcome: recorded.kind });
  if (recorded.kind === "duplicate") return NOT_FORWARDED;
  try {
    // An event keeps the source and the bytes that it was recorded with: what a webhook has brought was not missed, and what a
    // pull brings may be of another API version.
    return recorded.kind === "new"
      ? await applyAndDeliver(recorded.event, identified, arrival.at)
      : await resumeEvent(recorded.event, arrival.at);
  } catch (error) {
    if (isProcessorTooSlow(error)) return leaveToVisit(recorded.event);
    throw error;
  }
}

/** The budget is used up, and the call that used it up was cut off or not sent. */
const isProcessorTooSlow = (error: unknown): boolean =>
  isProcessorTimeUsedUp() && ["nothing", "not_asked"].includes(processorSays(error) ?? "");

/** The processor may still be slow, so not at once. */
const SOON_SECONDS = 5;

/** The event is on the due list since it was recorded, and is visited within minutes. The message makes that seconds. */
async function leaveToVisit({ pk, sk, merchantId }: EventRecord): Promise<Receipt> {
  note({ outcome: "left_to_visit" });
  await sendVisits([{ pk, sk, visit: 1, merchantId, delaySeconds: SOON_SECONDS }]).catch((error: unknown) =>
    log("warn", "an event that is left to the due list is visited later", describeError(error)),
  );
  return NOT_FORWARDED;
}

// verify

async function requireSignature({ rawBody, signature, signatureSeconds }: Incoming): Promise<void> {
  const secrets = await readWebhookSecrets();
  if (verifySignature({ rawBody, header: signature }, secrets, signatureSeconds) === "valid") return;
  count("SignatureFailures");
  throw new Failure(
    "invalid_signature",
    "The signature does not match the body, or its timestamp is too old or too new.",
  );
}

// record

/** `unfinished`: recorded before: by this call, whose reply was lost, by one that died, or by one that works on it. */
type Recorded = { kind: "new" | "unfinished"; event: EventRecord } | { kind: "duplicate" };

async function record(
  arrival: Arrival,
  { event, accountId, merchant, about }: Identified,
): Promise<Recorded> {
  const svcPaymentId = about.kind === "payment" ? about.payment.svcPaymentId : undefined;
  const shown = { type: event.type, source: arrival.source, svcPaymentId, accountId };
  const outcome = await recordEvent({
    eventId: event.eventId,
    type: event.type,
    merchantId: merchant.merchantId,
    accountId,
    svcPaymentId,
    declineCode: event.declineCode,
    cancellationReason: event.cancellationReason,
    source: arrival.source,
    traceId: arrival.traceId,
    rawBody: arrival.rawBody,
    receivedAt: arrival.at,
    endpoints: endpointsFor(shown, merchant),
  });
  if (outcome.written) return { kind: "new", event: outcome.item };
  const { existing } = outcome;
  // Gone: it was finished, and has expired since.
  return existing && existing.finishedAt === undefined
    ? { kind: "unfinished", event: existing }
    : { kind: "duplicate" };
}
