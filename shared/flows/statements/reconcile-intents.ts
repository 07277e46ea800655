import { findPaymentRecords } from "../../ledger/payments.ts";
import { listIntents } from "../../processor/intent-lists.ts";
import { paymentIdIn } from "../../processor/snapshot.ts";
import { classifyReadFailure } from "../../processor/unreadable.ts";
import { comparePayment } from "./reconcile-ledger.ts";
import { type DayWork, noteUnreachable } from "./work-through-day.ts";

/**
 * The day's unpaid intents, a hundred for each call: most of the ledger's payments that no money has led to are among
 * them, and need no call of their own. Paid ones are skipped, because their money leads to them. An intent that does not
 * name its payment is skipped too: the ledger's payment asks for it.
 */
export async function* reconcileIntents(accountId: string, work: DayWork): AsyncGenerator<void, void> {
  const { cursor, day } = work;
  const { accountIds, listing } = cursor.intents ?? { accountIds: [] };
  if (accountIds.includes(accountId) || work.unreachableAccounts.has(accountId)) return;
  const listed = { accountIds: [...accountIds, accountId] };
  let after = listing?.accountId === accountId ? listing.after : undefined;
  try {
    do {
      const { intents, next } = await listIntents(accountId, day, after);
      const unpaid = intents.map(({ snapshot }) => snapshot).filter(({ status }) => status !== "succeeded");
      const records = await findPaymentRecords(unpaid.flatMap(({ metadata }) => paymentIdIn(metadata) ?? []));
      for (const snapshot of unpaid) {
        const record = records.get(paymentIdIn(snapshot.metadata) ?? "");
        const isOurs =
          record?.merchantId === work.merchantId && record.processorPaymentIntentId === snapshot.intentId;
        if (isOurs && !work.verdicts.has(snapshot.intentId)) await comparePayment(record, work, snapshot);
      }
      work.lines += unpaid.length;
      after = next;
      cursor.intents = next ? { accountIds, listing: { accountId, after: next } } : listed;
      yield;
    } while (after !== undefined);
  } catch (error) {
    if ((await classifyReadFailure(error, accountId)).kind !== "out_of_reach") throw error;
    noteUnreachable(work, accountId);
    cursor.intents = listed;
  }
}
