import { isErased } from "../../domain/erasure.ts";
import { dateOf } from "../../domain/finance/day.ts";
import { accountsOf, type ReconciliationJob } from "../../domain/finance/reconciliation.ts";
import { listMerchants, type Merchant } from "../../ledger/merchants.ts";
import { sendReconciliations } from "../../queues/queue.ts";

const PAGE = 100;

/** One message for each account that any merchant has or had. */
export const askForMissedEvents = (): Promise<number> =>
  askForAll((merchant) =>
    accountsOf(merchant).map((accountId) => ({ kind: "events", merchantId: merchant.merchantId, accountId })),
  );

/** One message for each of these days and each merchant that was there then. A statement that is final ends it at once. */
export const askForStatements = (dates: string[]): Promise<number> =>
  askForAll(({ merchantId, createdAt }) =>
    dates
      .filter((date) => dateOf(createdAt) <= date)
      .map((date) => ({ kind: "statement", merchantId, date })),
  );

async function askForAll(jobsOf: (merchant: Merchant) => ReconciliationJob[]): Promise<number> {
  let sent = 0;
  let after: Merchant | undefined;
  do {
    const { items, hasMore } = await listMerchants(PAGE, after);
    const jobs = items.filter((merchant) => !isErased(merchant)).flatMap(jobsOf);
    if (jobs.length > 0) await sendReconciliations(jobs);
    sent += jobs.length;
    after = hasMore ? items.at(-1) : undefined;
  } while (after);
  return sent;
}
