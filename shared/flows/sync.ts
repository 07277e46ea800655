import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { endpointsFor } from "../domain/events/callback-endpoint.ts";
import type { EventType } from "../domain/events/event-types.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import { Failure } from "../domain/failure.ts";
import { sha256Hex } from "../domain/id.ts";
import { type EventRecord, recordEvent } from "../ledger/events.ts";
import { findMerchant } from "../ledger/merchants.ts";
import { limitQueueTime, remainingMs, writeTimeMs } from "../runtime/invocation.ts";
import { describeError, log } from "../runtime/logger.ts";
import { isLiveMode } from "../runtime/secrets.ts";
import { finishOwnEvent } from "./deliveries/finish-event.ts";

/** Each conflict means that another call wrote first, or that our write came too late. Ten in a row would be a storm. */
const MAX_ROUNDS = 10;

/** V is a record at the version that was read, F what the processor says of it. */
export type SyncSteps<V, F> = {
  /** What the processor says now. */
  fetch: (current: V) => Promise<F>;
  /** Writes the answer onto the version that was read before fetching; undefined: that version is gone. */
  write: (current: V, facts: F) => Promise<V | undefined>;
  readAgain: () => Promise<V | undefined>;
  /** What the caller hears after too many conflicts. */
  tooFast: string;
};

/** The record as it was written, and what was written. */
export type Synced<V, F> = { record: V; facts: F };

/**
 * Read the version → fetch what the processor says → write on that version. `read` is the version; `known` is an answer that was
 * asked for after `read` was read (a capture's own answer, for one). After a conflict all three steps are done again:
 * the answer in hand may be older than what another request has written meanwhile.
 *
 * The answer is written even when it changes nothing: only a new version rejects a slower request that holds an older
 * answer.
 */
export async function sync<V, F>(
  read: V,
  { fetch, write, readAgain, tooFast }: SyncSteps<V, F>,
  known?: F,
): Promise<Synced<V, F>> {
  let current = read;
  let facts = known ?? (await fetch(current));
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const record = await write(current, facts);
    if (record) return { record, facts };
    const newer = await readAgain();
    if (!newer) throw new Error("A record disappeared from the ledger.");
    current = newer;
    facts = await fetch(current);
  }
  throw new Failure("service_unavailable", tooFast, { retryAfterSeconds: 1 });
}

// tell the change

/** `about`: begins with the object's id and the version that is about to change. */
export type Update = Pick<OwnEvent, "about" | "object" | "merchantId" | "accountId" | "svcPaymentId"> & {
  type: "payment.updated" | "payout.updated" | "account.updated";
};

/** Sent later, a write would be untold. */
export type InTime = { notAfterMs?: number | undefined };

/**
 * Record the update → write → send it at once. Every visible change is told so to the endpoints that chose it, whatever
 * other events tell: a receiver that keeps the highest version ends with the truth, because its delivery is made, and
 * rendered, after the write.
 *
 * The recorded event is on the due list, which sends it a minute later if we die. Before the write it then tells what is
 * known, afterwards what is new. A write that would come after that visit, because its function was frozen, is rejected.
 * What is recorded is sent, also where `write` answers undefined: that may be our own write whose reply was lost.
 */
export async function tellUpdate<T>(update: Update, write: (inTime: InTime) => Promise<T>): Promise<T> {
  const endpoints = await findChosen(update);
  if (!endpoints) return write({});
  const at = writeTimeMs();
  const about = [...update.about, at];
  const event = await recordOwnEvent({ ...update, about, at }, endpoints, FIRST_VISIT_MS.update);
  const written = await write({ notAfterMs: at + MAX_LATE_MS });
  if (event) await sendNow(event);
  return written;
}

/** The answer to a request comes first: what has too little time left, or fails, is left to the due list. */
const ENOUGH_MS = 10_000;
const QUEUE_MS = 2_000;

async function sendNow(event: EventRecord): Promise<void> {
  if (remainingMs() < ENOUGH_MS) return;
  const sending = limitQueueTime(QUEUE_MS, () => finishOwnEvent(event, writeTimeMs()));
  await sending.catch((error: unknown) =>
    log("warn", "an update is left to the due list", describeError(error)),
  );
}

// events of our own

/** `about`: what the event's id follows from, so that the same event is recorded once, and a receiver knows it again. */
type OwnEvent = {
  type: EventType;
  about: readonly (string | number)[];
  /** Which object it is about; its callback is rendered from the ledger when it is sent. */
  object: Record<string, string>;
  merchantId: string;
  accountId: string;
  svcPaymentId?: string;
  at: number;
};

/** Of what no write has changed, such as a deadline. A repetition sends what an earlier call has recorded and not sent. */
export async function tellOwnEvent(own: OwnEvent): Promise<void> {
  const event = await recordOwnEvent(own, await findChosen(own));
  if (event && event.finishedAt === undefined) await finishOwnEvent(event, own.at);
}

/** Which endpoints chose an event of our own by now: the caller may have read the merchant long ago. undefined: none. */
export async function findChosen({
  type,
  merchantId,
  accountId,
  svcPaymentId,
}: Pick<EventRecord, "type" | "merchantId" | "accountId" | "svcPaymentId">): Promise<string[] | undefined> {
  const merchant = await findMerchant(merchantId);
  return merchant && endpointsFor({ type, accountId, svcPaymentId, source: "service" }, merchant);
}

/** undefined: it was recorded before, and has expired. */
async function recordOwnEvent(
  { type, about, object, merchantId, accountId, svcPaymentId, at }: OwnEvent,
  endpoints: string[] | undefined,
  visitMs?: number,
): Promise<EventRecord | undefined> {
  const eventId = `evt_own${sha256Hex([type, ...about].join("\n")).slice(0, 32)}`;
  const recorded = await recordEvent(
    {
      eventId,
      type,
      merchantId,
      accountId,
      svcPaymentId,
      source: "service",
      traceId: eventId,
      rawBody: JSON.stringify({
        id: eventId,
        object: "event",
        type,
        created: Math.floor(at / 1000),
        livemode: await isLiveMode(),
        account: accountId,
        data: { object },
      }),
      receivedAt: at,
      endpoints,
    },
    visitMs,
  );
  return recorded.written ? recorded.item : recorded.existing;
}
