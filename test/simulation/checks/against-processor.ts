import type Stripe from "stripe";
import { paymentKey } from "../../../shared/ledger/table.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/* What a write of the ledger says, held against what the processor has done by then. */

type Place = { accountId: string; intentId: string; svcPaymentId: string };

function placeOf(payment: Item | undefined): Place {
  const { connectedAccountId = "" } = (payment?.order ?? {}) as { connectedAccountId?: string };
  const { processorPaymentIntentId = "", svcPaymentId } = payment ?? {};
  return {
    accountId: connectedAccountId,
    intentId: String(processorPaymentIntentId),
    svcPaymentId: String(svcPaymentId),
  };
}

/** What the processor does late it may do between a look and the write that follows from it. */
const DONE_LATE = ["processor-late", "processor-500-late"] as const;

/** A refused claim says that nothing was made: its key may be used again, for another body. */
export function checkRefusal(simulation: Simulation, record: Item): void {
  if (DONE_LATE.some((kind) => simulation.faults.exists(kind)) || simulation.writer?.isZombie) return;
  const made = record.sk === "PAYMENT" ? intentOf(record) : effectOf(record);
  if (made) simulation.violate("I1", `${record.pk} ${record.sk} is refused, and ${made} was made`);
}

/** Of a later generation: a former key may have left one behind, which is never given out. */
function intentOf(record: Item): string | undefined {
  const { accountId, svcPaymentId } = placeOf(record);
  if (record.generation !== 1) return undefined;
  return partsOf()
    .processor.list("payment_intent", accountId)
    .find(({ metadata, status }) => metadata.svcPaymentId === svcPaymentId && status !== "canceled")?.id;
}

function effectOf({ svcPaymentId, operationId, decided }: Item): string | undefined {
  const { kind, amountCents } = (decided ?? {}) as { kind?: string; amountCents?: number };
  const { accountId, intentId } = placeOf(partsOf().table.peek(paymentKey(String(svcPaymentId))));
  const { processor } = partsOf();
  if (kind === "refund")
    return processor
      .list("refund", accountId)
      .find((refund) => refund.metadata?.svcOperationId === operationId && !isUndone(refund))?.id;
  if (kind !== "capture") return undefined;
  const intent = processor.list("payment_intent", accountId).find(({ id }) => id === intentId);
  return intent?.status === "succeeded" && intent.amount_received === amountCents
    ? `a capture of ${amountCents}`
    : undefined;
}

const isUndone = ({ status }: Stripe.Refund): boolean => status === "failed" || status === "canceled";

/** What was given back is taken back only where a refund has failed. */
export function checkRefundsFall(simulation: Simulation, payment: Item): void {
  const { accountId, intentId } = placeOf(payment);
  const refunds = partsOf().processor.list("refund", accountId);
  if (refunds.some((refund) => refund.payment_intent === intentId && isUndone(refund))) return;
  simulation.violate("I4", `${payment.pk} forgets a refund: ${payment.refundedCents} are left`);
}
