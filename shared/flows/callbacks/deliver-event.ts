import { gunzipSync } from "node:zlib";
import { type PostResult, post } from "../../callbacks/post.ts";
import { type CallbackMessage, sendDeadLetter } from "../../callbacks/queue.ts";
import { unseal } from "../../callbacks/secret-box.ts";
import { callbackKeyConfig, senderConfig } from "../../config.ts";
import { type CallbackEndpoint, liveSecrets } from "../../domain/callback-endpoint.ts";
import { MAX_ATTEMPTS, waitSeconds } from "../../domain/callback-schedule.ts";
import { signatureHeader } from "../../domain/signature.ts";
import {
  type AttemptRecord,
  claimAttempt,
  type EventRecord,
  findEvent,
  markDead,
  markDeadLettered,
  markDelivered,
  markFailed,
  markHeld,
} from "../../ledger/events.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { count } from "../../metrics.ts";
import { readSecret } from "../../secrets.ts";
import { releaseIfEnabled } from "./redeliver-event.ts";

/** What becomes of the message: it has served, or it is to come back. */
export type DeliveryOutcome = { kind: "done" } | { kind: "later"; seconds: number };

export type Chance = { now: () => number; jitter: () => number };

/** The queue's fuse ends this waiting after a minute. */
const AHEAD_OF_LEDGER_MS = 2_000;

const DONE: DeliveryOutcome = { kind: "done" };

/** Attempts until one succeeds or has to wait. Only the local stack's divided waits let a second follow at once. */
export async function deliverEvent(message: CallbackMessage, chance: Chance): Promise<DeliveryOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptDelivery(message, chance);
    if (outcome.kind === "done" || outcome.seconds > 0 || attempt > MAX_ATTEMPTS) return outcome;
  }
}

/**
 * One attempt to tell a merchant of an event. The ledger counts attempts, not the queue: its receive count rises
 * with throttling, crashes and duplicates as well.
 */
async function attemptDelivery(message: CallbackMessage, chance: Chance): Promise<DeliveryOutcome> {
  const event = await findEvent(message.eventId);
  const settled = await settle(event, message, chance.now());
  if (settled || !event) return settled ?? DONE;
  const merchant = await findMerchant(event.merchantId);
  if (!merchant?.callback || merchant.callback.disabled) {
    await markHeld(event);
    await releaseIfEnabled(event.eventId, await findMerchant(event.merchantId), chance.now());
    return DONE;
  }
  const { RETRY_SCALE: scale } = senderConfig();
  const waitMs = (retryAfterSeconds?: number) =>
    waitSeconds(event.attempts + 1, { jitter: chance.jitter() }, { retryAfterSeconds, scale }) * 1000;
  const now = chance.now();
  const claimed = await claimAttempt(event, { now, nextAttemptAt: now + waitMs() });
  if (!claimed.written) return (await settle(claimed.existing, message, now)) ?? comeBack(now, now + 1000);
  return conclude(claimed.item, await attempt(claimed.item, merchant.callback, now), { ...chance, waitMs });
}

/** undefined: an attempt is due. */
async function settle(
  event: EventRecord | undefined,
  message: CallbackMessage,
  now: number,
): Promise<DeliveryOutcome | undefined> {
  if (!event || event.generation > message.generation) return DONE;
  // Redelivery sends its message before it says so in the ledger. It is about to, or it died and will be repeated.
  if (event.generation < message.generation) return comeBack(now, now + AHEAD_OF_LEDGER_MS);
  if (event.delivery === "dead" && !event.deadLetteredAt) return bury(event, now);
  if (event.delivery !== "pending") return DONE;
  const until = Math.max(event.leaseExpiresAt ?? 0, event.nextAttemptAt ?? 0);
  const isLast = event.attempts >= MAX_ATTEMPTS;
  const waitUntil = isLast ? (event.leaseExpiresAt ?? 0) : until;
  if (waitUntil > now) return comeBack(now, waitUntil);
  // The last attempt died before it could say how it went.
  return isLast ? markAndBury(event, [], now) : undefined;
}

async function attempt(event: EventRecord, endpoint: CallbackEndpoint, now: number): Promise<PostResult> {
  const body = gunzipSync(event.body);
  const key = await readSecret(callbackKeyConfig().CALLBACK_KEY_SECRET_ARN);
  const { merchantId } = event;
  const secrets = liveSecrets(endpoint, now).map(({ box }) => unseal(box, { key, merchantId }));
  const headers = {
    "Content-Type": "application/json",
    "Svc-Signature": signatureHeader(body, secrets, Math.floor(now / 1000)),
    "Svc-Event-Type": event.type,
    "Svc-Event-Id": event.eventId,
    "Svc-Attempt": String(event.attempts),
    ...(event.svcPaymentId && { "Svc-Payment-Id": event.svcPaymentId }),
  };
  return post(endpoint.url, headers, body);
}

async function conclude(
  event: EventRecord,
  { ok, milliseconds, status, error, answer, retryAfterSeconds }: PostResult,
  chance: Chance & { waitMs: (retryAfterSeconds?: number) => number },
): Promise<DeliveryOutcome> {
  const { generation, attempts } = event;
  const now = chance.now();
  const result: AttemptRecord = {
    generation,
    attempt: attempts,
    at: now,
    milliseconds,
    status,
    error,
    answer,
  };
  count("DeliveryAttempts");
  if (ok) {
    await markDelivered(event, result);
    return DONE;
  }
  count("DeliveryFailures");
  if (attempts >= MAX_ATTEMPTS) return markAndBury(event, [result], now);
  const nextAttemptAt = now + chance.waitMs(retryAfterSeconds);
  await markFailed(event, { ...result, nextAttemptAt });
  return comeBack(now, nextAttemptAt);
}

async function markAndBury(
  event: EventRecord,
  results: AttemptRecord[],
  now: number,
): Promise<DeliveryOutcome> {
  const dead = await markDead(event, results);
  return dead.written ? bury(dead.item, now) : DONE;
}

/** Marked dead first, then the dead letter, then a note of it: a crash in between repeats the letter, never loses it. */
async function bury(event: EventRecord, now: number): Promise<DeliveryOutcome> {
  await sendDeadLetter(event);
  await markDeadLettered(event, now);
  count("DeadLetters");
  return DONE;
}

const comeBack = (now: number, until: number): DeliveryOutcome => ({
  kind: "later",
  seconds: Math.max(0, Math.ceil((until - now) / 1000)),
});
