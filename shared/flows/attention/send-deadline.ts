import type { Payment } from "../../domain/payments/payment.ts";
import type { PaymentAttention } from "../../ledger/attention.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { finishOwnEvent } from "../deliveries/finish-event.ts";
import { recordOwnEvent } from "../record-own-event.ts";

const TYPES = {
  hold_expiring: "payment.hold_expiring",
  dispute_response_due: "dispute.response_due",
} as const;

export type Deadline = PaymentAttention & { kind: keyof typeof TYPES; dueBy: number };

export const isDeadline = (record: PaymentAttention & { dueBy: number }): record is Deadline =>
  record.kind in TYPES;

/** Its id follows from subject and deadline, so that a repeated visit records it once. */
export async function sendDeadline(
  record: Deadline,
  { merchant, payment, at }: { merchant: Merchant; payment: Payment; at: number },
): Promise<void> {
  const { kind, subjectId, dueBy } = record;
  const event = await recordOwnEvent({
    type: TYPES[kind],
    about: [subjectId, dueBy],
    object: objectOf(record, payment),
    merchant,
    accountId: payment.connectedAccountId,
    svcPaymentId: payment.svcPaymentId,
    at,
  });
  if (event && event.finishedAt === undefined) await finishOwnEvent(event, at);
}

const objectOf = ({ kind, subjectId }: Deadline, { processorPaymentIntentId: intentId }: Payment) =>
  kind === "hold_expiring"
    ? { object: "payment_intent", id: intentId }
    : { object: "dispute", id: subjectId, payment_intent: intentId };
