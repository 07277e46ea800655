import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import { endpointsFor } from "../domain/events/callback-endpoint.ts";
import type { EventType } from "../domain/events/event-types.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import { sha256Hex } from "../domain/id.ts";
import { type EventRecord, recordEvent } from "../ledger/events.ts";
import type { Merchant } from "../ledger/merchants.ts";
import { limitQueueTime, remainingMs, writeTimeMs } from "../runtime/invocation.ts";
import { describeError, log } from "../runtime/logger.ts";
import { isLiveMode } from "../runtime/secrets.ts";
import { finishOwnEvent } from "./deliveries/finish-event.ts";

/** `about`: what the event's id follows from, so that the same event is recorded once, and a receiver knows it again. */
export type OwnEvent = {
  type: EventType;
  about: readonly (string | number)[];
  /** Which object it is about; its callback is rendered from the ledger when it is sent. */
  object: Record<string, string>;
  merchant: Merchant;
  accountId: string;
  svcPaymentId?: string;
  at: number;
  visitMs?: number;
  /** Who is told of it; absent: those that chose its type. */
  endpoints?: string[] | undefined;
};

/** An event that the service makes itself. undefined: it was recorded before, and has expired. */
export async function recordOwnEvent({
  type,
  about,
  object,
  merchant,
  accountId,
  svcPaymentId,
  at,
  visitMs,
  endpoints = endpointsFor({ type, accountId, svcPaymentId, source: "service" }, merchant),
}: OwnEvent): Promise<EventRecord | undefined> {
  const eventId = `evt_own${sha256Hex([type, ...about].join("\n")).slice(0, 32)}`;
  const recorded = await recordEvent(
    {
      eventId,
      type,
      merchantId: merchant.merchantId,
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

/** `about`: begins with the object's id and the version that is about to change. */
export type Update = Pick<OwnEvent, "about" | "object" | "accountId" | "svcPaymentId"> & {
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
export async function tellUpdate<T>(
  update: Update,
  merchant: Merchant,
  write: (inTime: InTime) => Promise<T>,
): Promise<T> {
  const endpoints = endpointsFor({ ...update, source: "service" }, merchant);
  if (!endpoints) return write({});
  const at = writeTimeMs();
  const about = [...update.about, at];
  const event = await recordOwnEvent({
    ...update,
    ...{ about, merchant, at, visitMs: FIRST_VISIT_MS.update, endpoints },
  });
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
