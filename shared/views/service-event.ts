import type * as z from "zod/mini";
import type { ServicePayment } from "../contract/service-events.ts";
import { rowOf } from "../domain/events/event-types.ts";
import type { Month } from "../domain/finance/day.ts";
import type { ToldAccount } from "../domain/onboarding.ts";
import { type Dispute, disputesOf, type Payment } from "../domain/payments/payment.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { PayoutRecord } from "../ledger/payouts.ts";
import { disputeView } from "./full-payment.ts";
import { onboardingView } from "./onboarding.ts";
import { type PaymentInService, paymentView } from "./payment.ts";
import { payoutView } from "./payout.ts";

export type ServiceSubject = {
  refund?: ToldRefund;
  dispute?: Dispute;
  payment?: Payment;
  payout?: PayoutRecord;
  account?: ToldAccount;
  report?: Month;
};

type ToldRefund = { refundId: string; amountCents: number; currency: string; failureReason: string | null };

/** All that a receiver needs to replace its own copy. */
export const servicePayment = (payment: PaymentInService): z.output<typeof ServicePayment> => ({
  ...paymentView(payment),
  captureBefore: isoTimeOrNull(payment.captureBefore),
  disputes: disputesOf(payment).map(disputeView),
  ...(payment.metadata && { metadata: payment.metadata }),
  version: payment.version,
});

const refundView = ({ refundId, amountCents, currency, failureReason }: ToldRefund) => ({
  refundId,
  amountCents,
  currency,
  failureReason,
});

type Told = { eventId: string; type: string; createdAt: number; declineCode?: string | undefined };

/**
 * The envelope says why a receiver is called, what follows it says what is true. `type` is the event's name in this
 * payload, `version` that of the payment, payout or account.
 */
export function serviceBody(
  { eventId, type: recordedType, createdAt, declineCode }: Told,
  { refund, dispute, payment, payout, account, report }: ServiceSubject,
): { type: string; version?: number; body: Buffer } {
  const type = rowOf(recordedType)?.service ?? recordedType;
  const shown = {
    payload: "service",
    id: eventId,
    type,
    createdAt: isoTime(createdAt),
    ...(refund && { refund: refundView(refund) }),
    ...(dispute && { dispute: disputeView(dispute) }),
    ...(payment && { payment: servicePayment(payment) }),
    ...(payout && { payout: { ...payoutView(payout), version: payout.version } }),
    ...(account && { account: { ...onboardingView(account.account), version: account.version } }),
    ...(report && { report }),
    ...(declineCode !== undefined && { declineCode }),
  };
  const version = payment?.version ?? payout?.version ?? account?.version;
  return { type, ...(version !== undefined && { version }), body: Buffer.from(JSON.stringify(shown)) };
}
