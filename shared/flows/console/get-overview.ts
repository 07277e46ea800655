import { endpointsOf } from "../../domain/events/callback-endpoint.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import { countDeadEvents } from "../../ledger/dead-deliveries.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listPayouts, type PayoutRecord } from "../../ledger/payouts.ts";
import { listStatements } from "../../ledger/statements.ts";
import { type Counted, countMerchantsEvents } from "./count-events.ts";

type Overview = Counted & { statements: Statement[]; payouts: PayoutRecord[]; failedInAll: number };

/** A payout that has ended and the one that comes next are among the newest. */
const PAYOUTS = 5;

/** Every key that can open the console may read all of it. */
export async function getOverview(merchant: Merchant, days: number, at: number): Promise<Overview> {
  const { merchantId } = merchant;
  const endpointIds = endpointsOf(merchant).map(({ endpointId }) => endpointId);
  const [counted, statements, payouts, failedInAll] = await Promise.all([
    countMerchantsEvents(merchant, days, at),
    readStatements(merchantId, days),
    listPayouts(merchantId, { limit: PAYOUTS }).then(({ items }) => items),
    countDeadEvents(merchantId, endpointIds),
  ]);
  return { ...counted, statements, payouts, failedInAll };
}

/** Page by page: statements with many differences are large. Today has none yet, but the last one has the balance. */
async function readStatements(merchantId: string, days: number): Promise<Statement[]> {
  const all: Statement[] = [];
  const wanted = Math.max(1, days - 1);
  let before: string | undefined;
  for (let hasMore = true; hasMore && all.length < wanted; ) {
    const page = await listStatements(merchantId, { limit: wanted - all.length, before });
    all.push(...page.items);
    before = page.items.at(-1)?.date;
    hasMore = page.hasMore && page.items.length > 0;
  }
  return all;
}
