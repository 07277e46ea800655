import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { markCaughtUp } from "../../ledger/creations.ts";
import { findPayment, type PaymentRecord } from "../../ledger/payments.ts";
import { findListedIntent } from "../../processor/intent-search.ts";
import type { NewIntent } from "../../processor/intents.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { type ClaimVisit, visitClaim } from "../once/visit-claim.ts";
import { lookUpStored, writeIntent } from "./create-payment.ts";
import { findByStoredIntent } from "./find-by-intent.ts";
import { syncPayment } from "./sync-payment.ts";

/* What is left to do of a payment's creation, outside of its requests. */

type CreationVisit = ClaimVisit | "caught_up";

/** A creation that was left open, or one that was completed and must still catch up. */
export const visitCreation = (record: PaymentRecord, at: number): Promise<CreationVisit> =>
  mustCatchUp(record)
    ? catchUp(record)
    : visitClaim(record, visitOf(record, at), {
        lookUp: (claimed) => lookUpListed(claimed, at),
        writeFound: writeIntent,
      });

/**
 * After a restore. `listed` bears the payment's id and completes it where a visit finds none: a visit takes one whose
 * amount and fee are both lower than ordered for a forgery, but the ledger has forgotten what was captured since.
 */
export const closeForgottenCreation = (
  record: PaymentRecord,
  listed: NewIntent | undefined,
  at: number,
): Promise<ClaimVisit> =>
  visitClaim(record, visitOf(record, at), {
    lookUp: async (claimed) => {
      const found = await lookUpListed(claimed, at);
      return found.kind === "made" || !listed ? found : { kind: "made", value: listed };
    },
    writeFound: writeIntent,
  });

/** A visit also looks through the list, which shows at once what an attempt has made. */
async function lookUpListed(record: PaymentRecord, now: number): Promise<LookupResult<NewIntent>> {
  const { terms, svcPaymentId, claimedAt: firstAt } = record;
  const stored = await lookUpStored(record);
  if (stored.kind === "made") return stored;
  const value = await findListedIntent(terms, svcPaymentId, { firstAt, now });
  return value && !(await isOfAnother(record, value)) ? { kind: "made", value } : { kind: "not_made" };
}

/** An intent that names this payment and that the ledger has stored on another. A webhook may meanwhile have stored it on this one. */
async function isOfAnother(
  { svcPaymentId, merchantId, terms }: PaymentRecord,
  { snapshot: { intentId } }: NewIntent,
): Promise<boolean> {
  const found = await findByStoredIntent(intentId, { merchantId, accountId: terms.connectedAccountId });
  return found !== undefined && found.svcPaymentId !== svcPaymentId;
}

const visitOf = (record: PaymentRecord, at: number) => ({
  now: at,
  accountId: record.terms.connectedAccountId,
});

/** A completed payment is on the due list only until it has caught up. */
const mustCatchUp = ({ state, dueShard }: PaymentRecord): boolean =>
  state === "completed" && dueShard !== undefined;

/** After a day and a half. Before, the account may only seem to be lost, because our API key was a wrong one. */
const LOST_AT_STEP = 6;

/**
 * Fetches the payment once more. To a later attempt the processor may have repeated its first, outdated answer. And while
 * the ledger did not know which intent is the payment's, events of this one were not applied to it. A payment that cannot be
 * read any more leaves the due list. The daily statement shows what is missing.
 */
async function catchUp(record: PaymentRecord): Promise<CreationVisit> {
  try {
    const payment = await findPayment(record.svcPaymentId);
    if (payment) await syncPayment(payment);
    await markCaughtUp(record);
    return "caught_up";
  } catch (error) {
    const { kind } = await classifyReadFailure(error, record.terms.connectedAccountId);
    if (kind !== "missing" && kind !== "out_of_reach") throw error;
    if (kind === "out_of_reach" && (record.dueStep ?? 0) < LOST_AT_STEP) return "left";
    await markCaughtUp(record);
    return "unreachable";
  }
}
