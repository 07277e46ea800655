import { deliveryFor } from "../../domain/events/service-payload.ts";
import { sha256Hex } from "../../domain/fingerprint.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import type { PaymentAttention } from "../../ledger/attention.ts";
import { recordEvent } from "../../ledger/events.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { isLiveMode } from "../../processor/client.ts";
import { finishOwnEvent } from "../events/finish-event.ts";

const TYPES = {
  hold_expiring: "payment.hold_expiring",
  dispute_response_due: "dispute.response_due",
} as const;

export type Deadline = PaymentAttention & { kind: keyof typeof TYPES; dueBy: number };

export const isDeadline = (record: PaymentAttention & { dueBy: number }): record is Deadline =>
  record.kind in TYPES;

/**
 * An event of our own about a deadline. Its id follows from what it is about and when that is too late, so that a visit
 * that is repeated records it once, and a receiver knows it again.
 */
export async function sendDeadline(
  record: Deadline,
  { merchant, payment, at }: { merchant: Merchant; payment: Payment; at: number },
): Promise<void> {
  const { kind, subjectId, dueBy } = record;
  const type = TYPES[kind];
  const eventId = `evt_own${sha256Hex(`${type}\n${subjectId}\n${dueBy}`).slice(0, 32)}`;
  const { svcPaymentId, connectedAccountId: accountId } = payment;
  const recorded = await recordEvent({
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
      data: { object: objectOf(record, payment) },
    }),
    receivedAt: at,
    delivery: deliveryFor({ type, svcPaymentId, accountId }, merchant),
  });
  const event = recorded.written ? recorded.item : recorded.existing;
  if (event && event.finishedAt === undefined) await finishOwnEvent(event, at);
}

/** Which one it is about; its callback is rendered from the ledger when it is sent. */
const objectOf = ({ kind, subjectId }: Deadline, { processorPaymentIntentId: intentId }: Payment) =>
  kind === "hold_expiring"
    ? { object: "payment_intent", id: intentId }
    : { object: "dispute", id: subjectId, payment_intent: intentId };
