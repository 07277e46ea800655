import { FIRST_VISIT_MS } from "../domain/due-schedule.ts";
import type { EventType } from "../domain/events/event-types.ts";
import { MAX_LATE_MS } from "../domain/events/feed.ts";
import { endpointsFor } from "../domain/events/service-payload.ts";
import { sha256Hex } from "../domain/fingerprint.ts";
import type { EventRecord } from "../ledger/event-record.ts";
import { recordEvent } from "../ledger/events.ts";
import type { Merchant } from "../ledger/merchants.ts";
import { isLiveMode } from "../processor/client.ts";
import { writeTimeMs } from "../runtime/write-clock.ts";

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

/** Whom an event with a callback tells what it brings. */
export type Told = { endpoints: readonly string[] };

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
  endpoints = receiversOf({ type, accountId, svcPaymentId }, merchant),
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

function receiversOf(
  event: Pick<OwnEvent, "type" | "accountId"> & { svcPaymentId?: string | undefined },
  merchant: Merchant,
  told: Told = { endpoints: [] },
): string[] | undefined {
  const endpoints = endpointsFor({ ...event, source: "service" }, merchant);
  const untold = endpoints?.filter((id) => !told.endpoints.includes(id)) ?? [];
  return untold.length > 0 ? untold : undefined;
}

type Update = Pick<OwnEvent, "about" | "object" | "accountId" | "svcPaymentId"> & {
  type: "payment.updated" | "payout.updated" | "account.updated";
};

/**
 * Every write that changes what merchants are shown is told, so that a receiver that keeps the highest version ends with
 * the truth. An event with a callback tells what it brings. Everything else is told by an event of our own, to endpoints
 * that chose it. For an account it has the processor's type, and is made for the service payload alone.
 *
 * Record the event → write. The recorded event is on the due list. Its visit a minute later sends it, unless another
 * event has told the version by then (flows/deliveries/finish-event.ts). If the function dies before the write, the event
 * tells a version that is known. If it dies afterwards, the visit tells the new one. A write that would come after the
 * visit, because its function was frozen, is rejected: the answer says until when it may be sent.
 */
export async function recordUpdateEvent(
  update: Update,
  merchant: Merchant,
  told?: Told,
): Promise<{ notAfterMs?: number }> {
  const endpoints = receiversOf(update, merchant, told);
  if (!endpoints) return {};
  const at = writeTimeMs();
  const about = [...update.about, at];
  await recordOwnEvent({ ...update, about, merchant, at, visitMs: FIRST_VISIT_MS.update, endpoints });
  return { notAfterMs: at + MAX_LATE_MS };
}
