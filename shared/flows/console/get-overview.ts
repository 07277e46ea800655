import { endpointsOf } from "../../domain/events/callback-endpoint.ts";
import { dateOf, datesBetween } from "../../domain/finance/day.ts";
import type { Statement } from "../../domain/finance/statement.ts";
import { DAY_MS } from "../../domain/time.ts";
import { countDeadEvents } from "../../ledger/dead-deliveries.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listPayouts, type PayoutRecord } from "../../ledger/payouts.ts";
import { listStatementsBetween } from "../../ledger/statements.ts";
import { type Counted, countMerchantsEvents } from "./count-events.ts";

type Overview = Counted & {
  /** Newest first. */
  dates: string[];
  /** Of the last 30 days, oldest first. */
  statements: Statement[];
  payouts: PayoutRecord[];
  failedInAll: number;
};

/** A payout that has ended and the one that comes next are among the newest. */
const PAYOUTS = 5;

/** Whatever period is shown, its currencies are those of so many days: they do not come and go with the day. */
const CURRENCY_DAYS = 30;

/** One that was made before the day was over knows a part. */
const tellsActivity = ({ final, activity }: Statement): boolean => final && activity !== undefined;

/** Every key that can open the console may read all of it. */
export async function getOverview(merchant: Merchant, days: number, at: number): Promise<Overview> {
  const { merchantId } = merchant;
  const endpointIds = endpointsOf(merchant).map(({ endpointId }) => endpointId);
  const daysBefore = (count: number) => dateOf(at - count * DAY_MS);
  const dates = datesBetween(daysBefore(days - 1), daysBefore(0));
  const [statements, payouts, failedInAll] = await Promise.all([
    listStatementsBetween(merchantId, daysBefore(CURRENCY_DAYS - 1), daysBefore(0)),
    listPayouts(merchantId, { limit: PAYOUTS }).then(({ items }) => items),
    countDeadEvents(merchantId, endpointIds),
  ]);
  const told = new Set(statements.filter(tellsActivity).map(({ date }) => date));
  // Yesterday as well, which has no statement before 06:05: its currencies stay.
  const uncounted = [...new Set([...dates, daysBefore(1)])].filter((date) => !told.has(date));
  const counted = await countMerchantsEvents(merchant, uncounted, at);
  return { ...counted, dates, statements, payouts, failedInAll };
}
