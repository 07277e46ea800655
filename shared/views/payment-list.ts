import type * as z from "zod/mini";
import type { FoundPaymentsView } from "../contract/found-payments.ts";
import type { PaymentListItem } from "../contract/payment-lists.ts";
import type { ConsoleSession } from "../domain/access/console-session.ts";
import type { DeliveryState } from "../domain/events/event.ts";
import type { PaidWith } from "../domain/payments/method.ts";
import { isoTimeOrNull } from "../domain/time.ts";
import { fullPaymentFor, type PaymentReader } from "./full-payment.ts";
import type { PaymentInLists } from "./payment.ts";

/** What a payment's last events say. */
export type LastEvents = {
  /** Of the last event that is sent to the merchant's server; null if there is none. */
  delivery: DeliveryState | null;
  deliveryAttempts: number;
  method: PaidWith | null;
  /** Why the last failed attempt to pay has failed; null if none has. */
  lastDecline: string | null;
  cancellationReason: string | null;
  /** When it was paid or captured, by its event; null: it is not paid, or the event is no longer stored. */
  paidAt: number | null;
};

/** What its last events say only where that was asked for. */
export type ListedPayment = PaymentInLists & Partial<LastEvents>;

export const paymentListItemFor = (
  reader: PaymentReader,
  payment: ListedPayment,
): z.output<typeof PaymentListItem> => ({
  ...fullPaymentFor(reader, payment),
  ...(payment.delivery !== undefined && lastEventsView(payment, reader.isOperator)),
});

type Found = { items: ListedPayment[]; next: string | null; searchedTo: number | null };

/** Every key that can open the console may see disputes. */
export const foundPaymentsFor = (
  { maker }: ConsoleSession,
  { items, next, searchedTo }: Found,
): FoundPaymentsView => ({
  payments: items.map((payment) =>
    paymentListItemFor({ seesDisputes: true, isOperator: maker.kind === "operator" }, payment),
  ),
  next,
  searchedTo: isoTimeOrNull(searchedTo),
});

/** A decline is over once the payment has gone on. */
const lastEventsView = (
  { status, delivery = null, deliveryAttempts = 0, method = null, ...payment }: ListedPayment,
  isOperator: boolean,
) => ({
  delivery,
  deliveryAttempts,
  method: method && isOperator ? { ...method, last4: null } : method,
  paidAt: isoTimeOrNull(payment.paidAt),
  lastDecline: status === "requires_payment_method" ? (payment.lastDecline ?? null) : null,
  cancellationReason: status === "canceled" ? (payment.cancellationReason ?? null) : null,
});
