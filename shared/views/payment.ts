import type * as z from "zod/mini";
import type { Payment as PaymentContract } from "../contract/payment-fields.ts";
import type { PaymentTerms } from "../domain/payments/create.ts";
import type { Payment } from "../domain/payments/payment.ts";
import { isPaid } from "../domain/payments/payment.ts";
import { isoTime } from "../domain/time.ts";

/** Which views may read a field. "service" is the service payload of callbacks; lists show that too. */
type Shown = "everywhere" | "service and lists" | "lists" | "nowhere";
type Decided<Fields, Rows extends Record<keyof Fields, Shown>> = Rows;

/** A new field does not compile without its row. */
type PaymentRows = Decided<
  Payment,
  {
    svcPaymentId: "everywhere";
    status: "everywhere";
    amountCents: "everywhere";
    applicationFeeCents: "everywhere";
    currency: "everywhere";
    orderRef: "everywhere";
    processorPaymentIntentId: "everywhere";
    refundedCents: "everywhere";
    createdAt: "everywhere";
    captureBefore: "service and lists";
    disputes: "service and lists";
    version: "service and lists";
    metadata: "service and lists";
    orderedCents: "lists";
    failedRefunds: "lists";
    merchantId: "nowhere";
    connectedAccountId: "nowhere";
    captureMethod: "nowhere";
    agreedFeeCents: "nowhere";
    processorChargeId: "nowhere";
    methodType: "nowhere";
    statementNotes: "nowhere";
  }
>;

type TermRows = Decided<
  Omit<PaymentTerms, keyof Payment>,
  {
    description: "lists";
    customerRef: "lists";
    branch: "lists";
    statementDescriptorSuffix: "lists";
    feePolicy: "nowhere";
    paymentMethodTypes: "nowhere";
    savePaymentMethod: "nowhere";
    receiptEmail: "nowhere";
    idempotencyKey: "nowhere";
  }
>;

type FieldsOf<Rows, Where> = { [F in keyof Rows]: Rows[F] extends Where ? F : never }[keyof Rows];

export type PaymentInService = Pick<Payment, FieldsOf<PaymentRows, "everywhere" | "service and lists">>;
export type PaymentInLists = Pick<Payment, FieldsOf<PaymentRows, Exclude<Shown, "nowhere">>> &
  Pick<PaymentTerms, FieldsOf<TermRows, "lists">>;

export const paymentView = (
  payment: Pick<Payment, FieldsOf<PaymentRows, "everywhere">>,
): z.output<typeof PaymentContract> => ({
  svcPaymentId: payment.svcPaymentId,
  status: payment.status,
  amountCents: payment.amountCents,
  applicationFeeCents: payment.applicationFeeCents,
  currency: payment.currency,
  orderRef: payment.orderRef,
  processorPaymentIntentId: payment.processorPaymentIntentId,
  capturedCents: isPaid(payment.status) ? payment.amountCents : 0,
  refundedCents: payment.refundedCents,
  createdAt: isoTime(payment.createdAt),
});
