import type { FeeReturnEntry } from "../../domain/payments/history.ts";
import { findPayment } from "../../ledger/payments.ts";
import type { Fee } from "../../processor/references.ts";
import { syncPayment } from "../payments/sync-payment.ts";
import type { DayWork } from "./work-through-day.ts";

/** The sum is the fee's own, so the entry is the same however many refunds it came back with. */
export async function noteFeeReturn(
  svcPaymentId: string,
  { currency, returnedCents }: Fee,
  { at, traceId }: DayWork,
): Promise<void> {
  const payment = await findPayment(svcPaymentId);
  // A fee that was taken in another currency has no place among the payment's own amounts.
  if (payment?.currency !== currency) return;
  const noted = payment.history.find(({ operation }) => operation === "fee_returned") as
    | FeeReturnEntry
    | undefined;
  if (noted?.amountCents === returnedCents) return;
  const named = { operation: "fee_returned", operationId: "fee_returned" } as const;
  await syncPayment(payment, { entry: { ...named, at, amountCents: returnedCents, traceId } });
}
