import { isOfPayment } from "../../domain/finance/movement.ts";
import { findPaymentRecords, type PaymentRecord } from "../../ledger/payments.ts";
import { log } from "../../logger.ts";
import type { ListedMovement } from "../../processor/movements.ts";
import { fetchMetadataOfIntent, paymentIdIn } from "../../processor/references.ts";
import { traceMovement } from "../../processor/trace-movement.ts";
import { whyUnreadable } from "../../processor/unreadable.ts";
import { isAbout } from "../events/identify-payment.ts";

type Owner = { merchantId: string; accountId: string };

/** Which payment each movement of a page is about, in their order; undefined where it is none of ours. */
export type PaymentFinder = (movements: ListedMovement[]) => Promise<(string | undefined)[]>;

/** Remembers what an intent turned out to be: a payment's refund and its dispute then need no question of their own. */
export function paymentFinder(owner: Owner): PaymentFinder {
  const known = new Map<string, string | undefined>();
  return async (movements) => {
    const named = movements.flatMap(({ charge }) => (charge ? (paymentIdIn(charge.metadata) ?? []) : []));
    const records = await findPaymentRecords(named);
    const found = new Map<ListedMovement, string | undefined>();
    // A charge says itself which payment it is of, so that the others of its page find that known.
    const chargesFirst = movements.toSorted(
      (a, b) => Number(b.charge !== undefined) - Number(a.charge !== undefined),
    );
    for (const movement of chargesFirst)
      if (isOfPayment(movement.kind))
        found.set(movement, await findPayment(owner, movement, { known, records }));
    return movements.map((movement) => found.get(movement));
  };
}

type Known = { known: Map<string, string | undefined>; records: Map<string, PaymentRecord> };

/** undefined: none, the merchant's own, or one that cannot be read, and so not one that we made. */
async function findPayment(
  owner: Owner,
  movement: ListedMovement,
  known: Known,
): Promise<string | undefined> {
  try {
    return await lookForPayment(owner, movement, known);
  } catch (error) {
    if ((await whyUnreadable(error, owner.accountId)).kind !== "missing") throw error;
    log("error", "what money that moved is about cannot be read", { merchantId: owner.merchantId });
    return undefined;
  }
}

async function lookForPayment(
  owner: Owner,
  movement: ListedMovement,
  { known, records }: Known,
): Promise<string | undefined> {
  const { intentId } = await traceMovement(owner.accountId, movement);
  if (intentId === undefined) return undefined;
  if (known.has(intentId)) return known.get(intentId);
  const metadata = movement.charge?.metadata ?? (await fetchMetadataOfIntent(owner.accountId, intentId));
  const svcPaymentId = paymentIdIn(metadata);
  const record =
    svcPaymentId &&
    (records.get(svcPaymentId) ?? (await findPaymentRecords([svcPaymentId])).get(svcPaymentId));
  // Metadata may be forged: the payment must be of this merchant, this account and this intent.
  const verdict = record && isAbout(record, intentId, owner) ? svcPaymentId : undefined;
  known.set(intentId, verdict);
  return verdict;
}
