import { type PostResult, post } from "../../callbacks/post.ts";
import { openSecrets, signatureHeader, standardHeaders } from "../../domain/access/signing-secret.ts";
import {
  type CallbackMessage,
  judgeDelivery,
  MAX_ATTEMPTS,
  waitSeconds,
} from "../../domain/events/callback-delivery.ts";
import { type CallbackEndpoint, findEndpoint, liveSecrets } from "../../domain/events/callback-endpoint.ts";
import {
  claimAttempt,
  claimPassage,
  type DeliveryOutcome,
  findDelivery,
  isParkedUntil,
  notePost,
  type Passage,
  recordOutcome,
  type Unattempted,
} from "../../ledger/attempts.ts";
import { type AttemptRecord, type DeliveryRecord, type EventRecord, findEvent } from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { count, log, note } from "../../runtime/logger.ts";
import { readCallbackKeys } from "../../runtime/secrets.ts";
import { releaseIfEnabled, reportDeadDelivery } from "../deliveries/finish-delivery.ts";
import { type Rendered, renderEvent } from "../deliveries/render-event.ts";

/*
 * A message asks to tell an endpoint of an event: judge → render → ask the endpoint's pause → claim the attempt → post →
 * record the outcome. What fails before the claim counts no attempt: the message comes back. The pause is asked only for what
 * is ready to post, because the probe of a pause keeps all others waiting.
 *
 * Guarantee: at most eight posts for each delivery round, one at a time. A delivery ends delivered, held, dead with a dead
 * letter, or with nothing to send. The ledger counts attempts, not the queue.
 *
 * A claim keeps other functions away for longer than a function lives, and sets the next attempt's time as if this one
 * had failed. When the function dies, the message comes back and waits until then. An attempt that died after its post
 * may be posted once more, under the same Svc-Event-Id. After the outcome is recorded, a dead letter is sent, or the endpoint
 * of a held one is read again. If the function dies before that, the due list's visit does the same.
 */

/** What becomes of the message: it is done with, or it comes back. */
export type MessageOutcome = { kind: "done" } | { kind: "later"; seconds: number };

/** The time and the randomness that a delivery uses. */
export type DeliverySources = {
  now: () => number;
  /** The wall clock, which receivers compare with their own. */
  signatureSeconds: () => number;
  jitter: number;
  token: string;
};

const DONE: MessageOutcome = { kind: "done" };

export async function deliverEvent(
  { eventId, endpointId, deliveryRound }: CallbackMessage,
  sources: DeliverySources,
): Promise<MessageOutcome> {
  const delivery = await findDelivery(eventId, endpointId);
  if (!delivery) return DONE;
  const { merchantId, svcPaymentId, traceId, type: eventType } = delivery;
  const judgedAt = sources.now();
  const due = judgeDelivery(delivery, deliveryRound, judgedAt);
  note({ eventId, eventType, merchantId, svcPaymentId, traceId, endpointId, outcome: due.kind });
  if (due.kind === "give_up") {
    const standing = await recordOutcome(delivery, { kind: "dead", at: judgedAt });
    return settleMessage(standing, deliveryRound, judgedAt);
  }
  if (due.kind !== "attempt") return settleMessage(delivery, deliveryRound, judgedAt);

  const prepared = await prepare(delivery, judgedAt, sources);
  if (prepared.kind === "held" || prepared.kind === "none") {
    const standing = await recordOutcome(delivery, prepared);
    return settleMessage(standing, deliveryRound, judgedAt);
  }
  const preparedAt = sources.now();
  if (preparedAt - judgedAt > LONGEST_PREPARATION_MS) return hideUntil(preparedAt + 1000, preparedAt);
  const passage: Passage =
    prepared.kind === "ready" ? await claimPassage(delivery, preparedAt) : { kind: "send" };
  if (passage.kind === "wait") {
    note({ outcome: "paused" });
    return hideUntil(passage.until, preparedAt);
  }
  // Not the time of the judgment: from here on the lease runs.
  const at = sources.now();
  const { jitter } = sources;
  const nextAttemptAt = at + waitSeconds(delivery.attempts + 1, { jitter }) * 1000;
  const claim = await claimAttempt(delivery, { token: sources.token, now: at, nextAttemptAt });
  if (claim.kind === "taken") {
    // Another function was faster. It may die, so the message stays.
    note({ outcome: "taken" });
    return hideUntil(at + 1000, at);
  }
  const callback = callbackNow(prepared, passage, sources.now() - judgedAt);
  const outcome = await send({ ...claim.delivery, nextAttemptAt }, callback, sources);
  const [standing] = await Promise.all([
    recordOutcome(claim.delivery, outcome),
    callback.kind === "ready" &&
      passage.kind === "send" &&
      notePost(delivery, { isTimedOut: isTimeout(outcome), probe: passage.probe }, sources.now()),
  ]);
  return settleMessage(standing, deliveryRound, sources.now());
}

// render

type Callback =
  | {
      kind: "ready";
      request: { url: string; headers: Record<string, string>; body: Uint8Array };
      logged: Extract<Rendered, { kind: "rendered" }>["logged"];
    }
  /** Its attempt fails without a post. */
  | { kind: "not_sent"; error: string };

const PAUSED: Callback = {
  kind: "not_sent",
  error: "paused: the endpoint does not respond, and another event is trying it",
};

/** A function that was frozen may hold a URL or a secret that its merchant has replaced since. */
const TOO_LATE: Callback = { kind: "not_sent", error: "too_late" };
const LONGEST_PREPARATION_MS = 10_000;

function callbackNow(prepared: Callback, { kind }: Passage, ageMs: number): Callback {
  if (prepared.kind === "not_sent") return prepared;
  if (kind === "fail") return PAUSED;
  return ageMs > LONGEST_PREPARATION_MS ? TOO_LATE : prepared;
}

/** The endpoint and its secrets are read as they are now. Nothing is posted where the outcome is known without that. */
async function prepare(
  { eventId, endpointId, merchantId, attempts }: DeliveryRecord,
  at: number,
  { signatureSeconds }: DeliverySources,
): Promise<Callback | Unattempted> {
  const [merchant, event] = await Promise.all([findMerchant(merchantId), findEvent(eventId)]);
  const endpoint = merchant && findEndpoint(merchant, endpointId);
  // It was deleted, and nothing will release what waits for it.
  if (!endpoint || !event || event.erasedAt !== undefined) return { kind: "none" };
  if (endpoint.disabled) return { kind: "held", at };
  const rendered = await renderEvent(event, endpoint, merchant);
  switch (rendered.kind) {
    case "not_shown":
      return { kind: "none" };
    case "missing":
      // It is gone, for example after a restore. Once it is rebuilt, the next attempt finds it.
      return { kind: "not_sent", error: "subject_missing" };
    case "damaged":
      log("error", "the stored bytes of an event are damaged", { eventId });
      count("EventsNotUnderstood");
      return { kind: "not_sent", error: "damaged_record" };
    case "rendered": {
      const { body, logged } = rendered;
      const signing = { endpoint, attempt: attempts + 1, at, seconds: signatureSeconds() };
      const headers = await headersOf(event, rendered, signing);
      return { kind: "ready", request: { url: endpoint.url, headers, body }, logged };
    }
  }
}

type Signing = { endpoint: CallbackEndpoint; attempt: number; at: number; seconds: number };

async function headersOf(
  { eventId, merchantId, svcPaymentId }: EventRecord,
  { body, type, payload }: Extract<Rendered, { kind: "rendered" }>,
  { endpoint, attempt, at, seconds }: Signing,
): Promise<Record<string, string>> {
  const boxes = liveSecrets(endpoint, at).map(({ box }) => box);
  const secrets = openSecrets(boxes, await readCallbackKeys(boxes), merchantId);
  return {
    "Content-Type": "application/json",
    "Svc-Signature": signatureHeader(body, secrets, seconds),
    "Svc-Event-Type": type,
    "Svc-Event-Id": eventId,
    "Svc-Attempt": String(attempt),
    ...(svcPaymentId && { "Svc-Payment-Id": svcPaymentId }),
    ...(payload === "service" && { "Svc-Payload": payload }),
    ...standardHeaders({ id: eventId, seconds, rawBody: body }, secrets),
  };
}

// post

async function send(
  delivery: DeliveryRecord & { nextAttemptAt: number },
  callback: Callback,
  { now, jitter }: DeliverySources,
): Promise<DeliveryOutcome> {
  const { ok, retryAfterSeconds, ...result } = await resultOf(callback);
  // The post may have taken ten seconds: the next attempt waits from its end.
  const at = now();
  const { deliveryRound, attempts, nextAttemptAt } = delivery;
  const logged = callback.kind === "ready" ? callback.logged : {};
  const entry: AttemptRecord = { deliveryRound, attempt: attempts, at, ...result, ...logged };
  // Of an error only the first word: a rejected URL may follow it.
  const causeCode = result.error?.split(":")[0];
  note({ outcome: ok ? "delivered" : "failed", attempt: attempts, status: result.status, causeCode });
  count("DeliveryAttempts");
  if (ok) return { kind: "delivered", entry };
  count("DeliveryFailures");
  if (attempts >= MAX_ATTEMPTS) return { kind: "dead", at, entry };
  // The time that the claim has set, or later where the receiver asks for it.
  const askedForAt =
    retryAfterSeconds === undefined ? 0 : at + waitSeconds(attempts, { jitter }, retryAfterSeconds) * 1000;
  return { kind: "failed", entry: { ...entry, nextAttemptAt: Math.max(nextAttemptAt, askedForAt) } };
}

async function resultOf(callback: Callback): Promise<PostResult> {
  if (callback.kind === "not_sent") return { ok: false, milliseconds: 0, error: callback.error };
  const { url, headers, body } = callback.request;
  return post(url, headers, body);
}

const isTimeout = (outcome: DeliveryOutcome): boolean =>
  "entry" in outcome && outcome.entry?.error === "timeout";

// what becomes of the message

/** Does what the delivery still needs, and says what becomes of the message that asked for it. */
async function settleMessage(
  delivery: DeliveryRecord | undefined,
  deliveryRound: number,
  now: number,
): Promise<MessageOutcome> {
  if (!delivery) return DONE;
  const left = judgeDelivery(delivery, deliveryRound, now);
  switch (left.kind) {
    case "wait":
      return isParkedUntil(delivery, left.until, now) ? DONE : hideUntil(left.until, now);
    case "send_dead_letter":
      await reportDeadDelivery(delivery, now);
      return DONE;
    case "nothing":
      if (delivery.delivery === "held") await releaseIfEnabled(delivery, now);
      return DONE;
    case "attempt":
    case "give_up":
      return hideUntil(now, now);
  }
}

const hideUntil = (until: number, now: number): MessageOutcome => ({
  kind: "later",
  seconds: Math.max(0, Math.ceil((until - now) / 1000)),
});
