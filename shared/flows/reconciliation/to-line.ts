import { type BalanceLine, isOfPayment, isPayout } from "../../domain/finance/movement.ts";
import type { ListedMovement } from "../../processor/movements.ts";

/** What is stored of a balance line. `svcPaymentId`: the payment of ours that it is about. */
export function toLine(movement: ListedMovement, svcPaymentId: string | null): BalanceLine {
  const { kind, processorFeeCents, platformFeeCents, taxCents, charged, sourceId } = movement;
  const isOurs = svcPaymentId !== null;
  return {
    transactionId: movement.transactionId,
    at: movement.at,
    kind,
    svcPaymentId,
    merchantsOwn: isOfPayment(kind) && !isOurs,
    grossCents: movement.amountCents,
    platformFeeCents: isOurs ? platformFeeCents : 0,
    otherFeesCents: isOurs ? 0 : platformFeeCents,
    processorFeeCents: processorFeeCents - taxCents,
    taxCents,
    netCents: movement.netCents,
    currency: movement.currency,
    exchangeRate: movement.exchangeRate,
    chargedCents: charged?.amountCents ?? null,
    chargeCurrency: charged?.currency ?? null,
    ...(isPayout(kind) && sourceId !== undefined && { sourcePayoutId: sourceId }),
  };
}
