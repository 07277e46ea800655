import { type PostResult, post } from "../../callbacks/post.ts";
import { signatureHeader } from "../../domain/access/signature.ts";
import { standardHeaders } from "../../domain/access/standard-webhooks.ts";
import { judgeDelivery } from "../../domain/events/callback-delivery.ts";
import { type CallbackEndpoint, liveSecrets } from "../../domain/events/callback-endpoint.ts";
import { isParked, MAX_ATTEMPTS, waitSeconds } from "../../domain/events/callback-schedule.ts";
import { sha256Hex } from "../../domain/fingerprint.ts";
import {
  claimAttempt,
  markDead,
  markDelivered,
  markFailed,
  markHeld,
  markNothingToTell,
  releaseAttempt,
} from "../../ledger/attempts.ts";
import { timeOf } from "../../ledger/due.ts";
import type { AttemptRecord, EventRecord } from "../../ledger/event-record.ts";
import { findEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { log, note } from "../../logger.ts";
import { count } from "../../metrics.ts";
import type { CallbackMessage } from "../../queues/queue.ts";
import { reportDeadEvent } from "../events/report-dead-event.ts";
import { releaseIfEnabled } from "../events/start-delivery.ts";
import { openSecrets } from "./open-secrets.ts";
import { type Rendered, renderEvent } from "./render-event.ts";

/*
 * A message says that an event is to be told to its merchant:
 *
 *   read      the event from the ledger; the message is only a reference.
 *   judge     what is due: an attempt, waiting, a dead letter, or nothing any more.
 *   claim     the attempt, on the event. It counts from here on, whatever becomes of us.
 *   endpoint  where to, and under which secrets, as it is now. A disabled endpoint holds its events.
 *   render    the body: the processor's bytes as they were received, or the service payload as the ledger stands now.
 *   sign      it, with this attempt's own time.
 *   post      once, within ten seconds.
 *   record    how it went: delivered, failed until the next attempt, or dead after the eighth.
 *   end       hide the message until the next attempt, or park the event on the due list where that is more than
 *             15 minutes away; or send the dead letter; or let the message go.
 *
 * Guarantee: at most eight posts for each generation of an event, at most one at a time, and an event ends delivered,
 * held, dead with a dead letter, or with nothing that its payload can show. The ledger counts attempts, not the queue,
 * whose receive count rises with throttling, crashes and duplicates as well.
 *
 * Lease: a claim keeps other functions away for longer than a function lives. When the function dies, the message
 * comes back by itself; the lease and the next attempt's time, which the claim has set as if the attempt had failed,
 * say how long it waits then. What died after the post may post once more, under the same Svc-Event-Id. After `dead`
 * and after `held` there is one step left (the letter, a second look at the endpoint): the message that comes back
 * takes it.
 */

/** What becomes of the message: it has served, or it is to come back. */
export type DeliveryOutcome = { kind: "done" } | { kind: "later"; seconds: number };

/** The time and the randomness that a delivery uses. */
export type DeliverySources = {
  now: () => number;
  /** The outside's time, which receivers compare with their own. */
  signatureSeconds: () => number;
  jitter: () => number;
  token: () => string;
};

const DONE: DeliveryOutcome = { kind: "done" };

export async function deliverEvent(
  { eventId, generation }: CallbackMessage,
  sources: DeliverySources,
): Promise<DeliveryOutcome> {
  const event = await findEvent(eventId);
  if (!event) return DONE;
  const { merchantId, svcPaymentId, traceId, type: eventType } = event;
  note({ eventId, eventType, merchantId, svcPaymentId, traceId });
  const now = sources.now();
  const due = judgeDelivery(event, generation, now);
  note({ outcome: due.kind });
  switch (due.kind) {
    case "nothing":
      return DONE;
    case "wait":
      return waitUntil(due.until, event, now);
    case "attempt":
      return attempt(event, sources);
    case "give_up":
      return end(await recordDead(event, now), event, now);
    case "send_dead_letter":
      return end({ kind: "dead", event }, event, now);
    case "look_at_endpoint":
      return lookAtEndpoint(event, now);
  }
}

async function attempt(
  event: EventRecord,
  { now, token, jitter, signatureSeconds }: DeliverySources,
): Promise<DeliveryOutcome> {
  // Not the time of the judgment: from here on the lease runs.
  const claimedAt = now();
  const wait = waitsWith(jitter());
  const claim = await claimAttempt(event, {
    token: token(),
    now: claimedAt,
    nextAttemptAt: claimedAt + wait(event.attempts + 1),
  });
  // Another function was faster. It may die, so the message stays.
  if (claim.kind === "taken") {
    note({ outcome: "taken" });
    if (claim.sinceMs !== undefined)
      log("debug", "another function makes this attempt since", { milliseconds: claimedAt - claim.sinceMs });
    return hideUntil(claimedAt + 1000, claimedAt);
  }
  const time = { at: claimedAt, seconds: signatureSeconds() };
  const prepared = await prepare(claim.event, time).catch(async (error: unknown) => {
    await releaseAttempt(claim.event, event);
    throw error;
  });
  if (prepared.kind === "disabled") return hold(claim.event, claimedAt);
  if (prepared.kind === "damaged") return giveUpDamaged(claim.event, claimedAt);
  if (prepared.kind === "not_shown") return endWithNothingToTell(claim.event);
  const posted =
    prepared.kind === "missing"
      ? NOTHING_TO_RENDER
      : await post(prepared.url, prepared.headers, prepared.body);
  const sent = prepared.kind === "ready" ? prepared.sent : {};
  // The post may have taken ten seconds: the next attempt waits from its end.
  const endedAt = now();
  return end(await record(claim.event, { ...posted, ...sent }, { at: endedAt, wait }), claim.event, endedAt);
}

// endpoint

/** What an attempt's log keeps of a body that was rendered: it is stored nowhere. */
type Sent = Pick<AttemptRecord, "payload" | "version" | "bodySha256">;

type Prepared =
  | { kind: "disabled" }
  | Exclude<Rendered, { kind: "rendered" }>
  | { kind: "ready"; url: string; headers: Record<string, string>; body: Uint8Array; sent: Sent };

type RenderedBody = Extract<Rendered, { kind: "rendered" }>;

type SigningTime = { at: number; seconds: number };

async function prepare(event: EventRecord, time: SigningTime): Promise<Prepared> {
  const merchant = await findMerchant(event.merchantId);
  if (!merchant?.callback || merchant.callback.disabled) return { kind: "disabled" };
  const rendered = await renderEvent(event, merchant);
  if (rendered.kind !== "rendered") return rendered;
  const { body } = rendered;
  const headers = await sign(event, { rendered, endpoint: merchant.callback, ...time });
  return { kind: "ready", url: merchant.callback.url, headers, body, sent: sentOf(rendered) };
}

/** The processor's bytes are the event's own: the default payload's attempts stay as small as they were. */
const sentOf = ({ payload, version, body }: RenderedBody): Sent =>
  payload === "service" ? { payload, version, bodySha256: sha256Hex(body) } : {};

/** What the event is about is gone, as after a restore: rebuilt, the next attempt finds it. */
const NOTHING_TO_RENDER: PostResult = { ok: false, milliseconds: 0, error: "subject_missing" };

/**
 * The endpoint's payload has no words for this event: the endpoint had another payload when it was recorded, or an
 * operator has asked for it by force. So it ends without a post.
 */
async function endWithNothingToTell(event: EventRecord): Promise<DeliveryOutcome> {
  await markNothingToTell(event);
  return DONE;
}

/** It ends dead, with a reason, and an operator is called. */
async function giveUpDamaged(event: EventRecord, at: number): Promise<DeliveryOutcome> {
  log("error", "the stored bytes of an event are damaged", { eventId: event.eventId });
  count("EventsNotUnderstood");
  const { generation, attempts: attempt } = event;
  const reason = { generation, attempt, at, milliseconds: 0, error: "damaged_record" };
  return end(await recordDead(event, at, reason), event, at);
}

/** After the mark the endpoint is read again: a release may have looked for held events before there was this one. */
async function hold(event: EventRecord, now: number): Promise<DeliveryOutcome> {
  await markHeld(event, now);
  return lookAtEndpoint(event, now);
}

async function lookAtEndpoint({ eventId, merchantId }: EventRecord, now: number): Promise<DeliveryOutcome> {
  await releaseIfEnabled(eventId, await findMerchant(merchantId), now);
  return DONE;
}

// sign

async function sign(
  event: EventRecord,
  { rendered, endpoint, at, seconds }: SigningTime & { rendered: RenderedBody; endpoint: CallbackEndpoint },
): Promise<Record<string, string>> {
  const { merchantId, eventId } = event;
  const { body, type, payload } = rendered;
  const boxes = liveSecrets(endpoint, at).map(({ box }) => box);
  const secrets = await openSecrets(boxes, merchantId);
  return {
    "Content-Type": "application/json",
    "Svc-Signature": signatureHeader(body, secrets, seconds),
    "Svc-Event-Type": type,
    "Svc-Event-Id": eventId,
    "Svc-Attempt": String(event.attempts),
    ...(event.svcPaymentId && { "Svc-Payment-Id": event.svcPaymentId }),
    ...(payload === "service" && { "Svc-Payload": payload }),
    ...standardHeaders({ id: eventId, seconds, rawBody: body }, secrets),
  };
}

// record

type Recorded =
  | { kind: "delivered" }
  | { kind: "failed"; nextAttemptAt: number }
  | { kind: "dead"; event: EventRecord }
  /** What the ledger has now is not ours to end: delivered by a slower attempt, or sent again. */
  | { kind: "overtaken" };

async function record(
  event: EventRecord,
  { ok, retryAfterSeconds, ...rest }: PostResult & Sent,
  { at, wait }: { at: number; wait: Waits },
): Promise<Recorded> {
  const { generation, attempts } = event;
  const result: AttemptRecord = { generation, attempt: attempts, at, ...rest };
  count("DeliveryAttempts");
  note({
    outcome: ok ? "delivered" : "failed",
    attempt: attempts,
    status: rest.status,
    causeCode: codeOf(rest),
  });
  if (ok) {
    await markDelivered(event, result);
    return { kind: "delivered" };
  }
  count("DeliveryFailures");
  if (attempts >= MAX_ATTEMPTS) return recordDead(event, at, result);
  // The time that the claim has set, unless the receiver wishes for more.
  const wishedAt = retryAfterSeconds === undefined ? 0 : at + wait(attempts, retryAfterSeconds);
  const nextAttemptAt = Math.max(event.nextAttemptAt ?? 0, wishedAt);
  await markFailed(event, { ...result, nextAttemptAt });
  return { kind: "failed", nextAttemptAt };
}

/** The first word; after it a refused URL may be quoted. */
const codeOf = ({ error }: Pick<PostResult, "error">): string | undefined => error?.split(":")[0];

/**
 * A mark whose reply was lost looks like another function's. Either way it is dead, and the letter is ours to send
 * unless it is noted.
 */
async function recordDead(event: EventRecord, at: number, result?: AttemptRecord): Promise<Recorded> {
  const marked = await markDead(event, at, result);
  const standing = marked.written ? marked.item : marked.existing;
  const isOurs = standing?.generation === event.generation && standing.delivery === "dead";
  return standing && isOurs && !standing.deadLetteredAt
    ? { kind: "dead", event: standing }
    : { kind: "overtaken" };
}

// end

async function end(recorded: Recorded, claimed: EventRecord, now: number): Promise<DeliveryOutcome> {
  if (recorded.kind === "failed") return waitUntil(recorded.nextAttemptAt, claimed, now);
  if (recorded.kind === "dead") await reportDeadEvent(recorded.event, now);
  return DONE;
}

/**
 * A short wait is spent hidden in the queue. A long one is spent on the due list, and the message goes: the sweep sends
 * another one when the time has come. But only if the list has it by then; otherwise the message stays.
 */
function waitUntil(until: number, event: EventRecord, now: number): DeliveryOutcome {
  const isOnTheList = event.dueSort !== undefined && timeOf({ dueSort: event.dueSort }) <= until;
  const parked = isOnTheList && isParked(until - now);
  return parked ? DONE : hideUntil(until, now);
}

const hideUntil = (until: number, now: number): DeliveryOutcome => ({
  kind: "later",
  seconds: Math.max(0, Math.ceil((until - now) / 1000)),
});

/** How many milliseconds to wait after an attempt, or longer where the receiver wishes for it. */
type Waits = (attempt: number, retryAfterSeconds?: number) => number;

const waitsWith =
  (jitter: number): Waits =>
  (attempt, retryAfterSeconds) =>
    waitSeconds(attempt, { jitter }, retryAfterSeconds) * 1000;
