import { deliveryFor } from "../domain/events/service-payload.ts";
import { sha256Hex } from "../domain/fingerprint.ts";
import type { Payment } from "../domain/payments/payment.ts";
import type { EventRecord } from "../ledger/event-record.ts";
import { recordEvent } from "../ledger/events.ts";
import type { Merchant } from "../ledger/merchants.ts";
import { isLiveMode } from "../processor/client.ts";

/** `about`: what the event's id follows from, so that the same event is recorded once, and a receiver knows it again. */
export type OwnEvent = {
  type: string;
  about: readonly (string | number)[];
  /** Which object it is about; its callback is rendered from the ledger when it is sent. */
  object: Record<string, string>;
  merchant: Merchant;
  payment: Payment;
  at: number;
  visitMs?: number;
};

/** An event about a payment that the service makes itself. undefined: it was recorded before, and has expired. */
export async function recordOwnEvent({
  type,
  about,
  object,
  merchant,
  payment,
  at,
  visitMs,
}: OwnEvent): Promise<EventRecord | undefined> {
  const eventId = `evt_own${sha256Hex([type, ...about].join("\n")).slice(0, 32)}`;
  const { svcPaymentId, connectedAccountId: accountId } = payment;
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
      delivery: deliveryFor({ type, svcPaymentId, accountId }, merchant),
    },
    visitMs,
  );
  return recorded.written ? recorded.item : recorded.existing;
}
