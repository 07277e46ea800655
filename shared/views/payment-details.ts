import type * as z from "zod/mini";
import type { PaymentDetails as Contract } from "../contract/payment-details.ts";
import { declineWords } from "../domain/payments/decline-words.ts";
import type { PaymentDetails } from "../domain/payments/payment-details.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";

export type DetailsReader = { seesFees: boolean; isOperator: boolean };

/** An operator learns which kind of card it was, and not which card; the receipt would say it. */
export const paymentDetailsView = (
  { seesFees, isOperator }: DetailsReader,
  { method, decline, captureBefore, statementDescriptor, receiptUrl, fees }: PaymentDetails,
): z.output<typeof Contract> => ({
  method: method && isOperator ? { ...method, last4: null, expMonth: null, expYear: null } : method,
  decline: decline && { ...decline, ...declineWords(decline.declineCode ?? decline.code) },
  captureBefore: isoTimeOrNull(captureBefore),
  statementDescriptor,
  receiptUrl: isOperator ? null : receiptUrl,
  ...(seesFees && { fees: fees && feesView(fees) }),
});

const feesView = ({ availableAt, ...fees }: NonNullable<PaymentDetails["fees"]>) => ({
  ...fees,
  availableOn: isoTime(availableAt),
});
