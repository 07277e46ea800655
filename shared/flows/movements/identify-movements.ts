import { isOfPayment } from "../../domain/finance/movement.ts";
import { findPaymentRecords, type PaymentRecord } from "../../ledger/payments.ts";
import type { ListedMovement } from "../../processor/movements.ts";
import { fetchOriginOfIntent } from "../../processor/references.ts";
import { paymentIdIn } from "../../processor/snapshot.ts";
import { traceMovement } from "../../processor/trace-movement.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { log } from "../../runtime/logger.ts";
import { isAbout } from "../events/identify-event.ts";
import { findByIntent } from "../payments/find-by-intent.ts";

type Owner = { merchantId: string; accountId: string };

/** Which payment each movement of a page is about, in their order; undefined where it is none of ours. */
export type PaymentFinder = (movements: ListedMovement[]) => Promise<(string | undefined)[]>;

/** Remembers what an intent turned out to be: a payment's refund and its dispute then need no question of their own. */
export function paymentFinder(owner: Owner): PaymentFinder {
  const known = new Map<string, string | undefined>();
  return async (movements) => {
    forgetOldest(known);
    const named = movements.flatMap(({ charge }) => (charge ? (paymentIdIn(charge.metadata) ?? []) : []));
    const asker: Asker = { ...owner, known, records: await findPaymentRecords(named) };
    const found = new Map<ListedMovement, string | undefined>();
    // A charge says itself which payment it is of, so that the others of its page find that known.
    const chargesFirst = movements.toSorted(
      (a, b) => Number(b.charge !== undefined) - Number(a.charge !== undefined),
    );
    for (const movement of chargesFirst)
      if (isOfPayment(movement.kind)) found.set(movement, await identifyMovement(movement, asker));
    return movements.map((movement) => found.get(movement));
  };
}

/** So many intents are known without a question: a refund often follows its charge by a few pages. */
const MAX_KNOWN = 10_000;

function forgetOldest(known: Map<string, unknown>): void {
  let tooMany = known.size - MAX_KNOWN;
  for (const intentId of known.keys()) {
    if (tooMany-- <= 0) break;
    known.delete(intentId);
  }
}

/** `known`: which payment an intent is of; undefined where it is the merchant's own. */
type Asker = IntentOwner & { known: Map<string, string | undefined> };

/** undefined: none, the merchant's own, or one that cannot be read, and so not one that we made. */
async function identifyMovement(movement: ListedMovement, asker: Asker): Promise<string | undefined> {
  try {
    return await lookForPayment(movement, asker);
  } catch (error) {
    if ((await classifyReadFailure(error, asker.accountId)).kind !== "missing") throw error;
    log("error", "what money that moved is about cannot be read", { merchantId: asker.merchantId });
    return undefined;
  }
}

async function lookForPayment(movement: ListedMovement, asker: Asker): Promise<string | undefined> {
  const { accountId, known } = asker;
  const { intentId } = await traceMovement(accountId, movement);
  if (intentId === undefined) return undefined;
  if (known.has(intentId)) return known.get(intentId);
  const { charge } = movement;
  const seen = charge ? { intentId, ...charge } : await fetchOriginOfIntent(accountId, intentId);
  const verdict = paymentIdOf(await identifyIntent(seen, asker));
  known.set(intentId, verdict);
  return verdict;
}

/** One that the ledger does not have is ours as well: it was forgotten by a restore, and may be rebuilt tomorrow. */
function paymentIdOf(subject: IntentSubject): string | undefined {
  if (subject.kind === "payment") return subject.record.svcPaymentId;
  return subject.kind === "not_in_ledger" ? subject.svcPaymentId : undefined;
}

/* For statements and payouts alike. Metadata can be edited by the account's owner, so the stored intent decides. */

/** What is known of an intent that money has led to; `metadata` and `applicationId` may be its charge's. */
export type SeenIntent = {
  intentId: string;
  metadata: Record<string, string>;
  applicationId: string | null;
};

/** `foreign`: it carries the id of a payment that is not its own. `not_in_ledger`: of one that the ledger does not have. */
export type IntentSubject =
  | { kind: "payment"; record: PaymentRecord }
  | { kind: "foreign" | "not_in_ledger"; svcPaymentId: string }
  | { kind: "merchants_own" };

/** `records`: payments that were read already. */
export type IntentOwner = {
  merchantId: string;
  accountId: string;
  records: ReadonlyMap<string, PaymentRecord>;
};

export async function identifyIntent(seen: SeenIntent, owner: IntentOwner): Promise<IntentSubject> {
  const named = paymentIdIn(seen.metadata);
  const record = named && (owner.records.get(named) ?? (await findPaymentRecords([named])).get(named));
  if (record && isStoredIn(record, seen.intentId, owner)) return { kind: "payment", record };
  const edited = await findByIntent(seen, owner);
  if (edited) return { kind: "payment", record: edited };
  if (!named) return { kind: "merchants_own" };
  return { kind: record ? "foreign" : "not_in_ledger", svcPaymentId: named };
}

/** An open creation has given out no secret: a payment in its name is forged, or a visit completes it first. */
const isStoredIn = (record: PaymentRecord, intentId: string, owner: IntentOwner): boolean =>
  record.processorPaymentIntentId !== undefined && isAbout(record, intentId, owner);
