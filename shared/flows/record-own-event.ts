import { endpointsFor } from "../domain/events/callback-endpoint.ts";
import type { EventType } from "../domain/events/event-types.ts";
import { sha256Hex } from "../domain/id.ts";
import { type EventRecord, recordEvent } from "../ledger/events.ts";
import { findMerchant } from "../ledger/merchants.ts";
import { isLiveMode } from "../runtime/secrets.ts";

/** `about`: what the event's id follows from, so that the same event is recorded once, and a receiver knows it again. */
export type OwnEvent = {
  type: EventType;
  about: readonly (string | number)[];
  /** Which object it is about; its callback is rendered from the ledger when it is sent. */
  object: Record<string, string>;
  merchantId: string;
  accountId: string;
  svcPaymentId?: string;
  at: number;
  visitMs?: number;
  /** Who is told of it; absent: those that chose its type. */
  endpoints?: string[] | undefined;
};

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

/** An event that the service makes itself. undefined: it was recorded before, and has expired. */
export async function recordOwnEvent(own: OwnEvent): Promise<EventRecord | undefined> {
  const { type, about, object, merchantId, accountId, svcPaymentId, at, visitMs } = own;
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
      endpoints: own.endpoints ?? (await findChosen(own)),
    },
    visitMs,
  );
  return recorded.written ? recorded.item : recorded.existing;
}
