import type { PaymentRecord } from "../../ledger/payments.ts";
import { fetchNewIntent, type NewIntent, searchIntentInList } from "../../processor/intents.ts";
import { completeCreation } from "../payments/create-payment.ts";
import { type ClaimVisit, type Sighting, visitClaim } from "./visit-claim.ts";

/** A payment whose creation was left open. A webhook may have brought its intent's id already. */
export const visitCreation = (record: PaymentRecord, at: number): Promise<ClaimVisit> =>
  visitClaim(record, at, async (claimed): Promise<Sighting> => {
    const intent = await lookForIntent(claimed, at);
    return intent
      ? { kind: "made", complete: () => completeCreation(claimed, intent) }
      : { kind: "not_made" };
  });

function lookForIntent(record: PaymentRecord, at: number): Promise<NewIntent | undefined> {
  const { order: terms, svcPaymentId, processorPaymentIntentId, claimedAt, attemptedAt } = record;
  if (processorPaymentIntentId) return fetchNewIntent(terms.connectedAccountId, processorPaymentIntentId);
  const attempts = { firstAt: claimedAt, lastAt: attemptedAt, now: at };
  return searchIntentInList(terms, svcPaymentId, attempts);
}
