import { EVENT_TTL_SECONDS } from "../../domain/events/event.ts";
import { dateOf, datesBetween, isClosed, monthOf, parseDay } from "../../domain/finance/day.ts";
import { accountsOf } from "../../domain/finance/reconciliation.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listMadeDays } from "../../ledger/statements.ts";
import { finishOwnEvent } from "../deliveries/finish-event.ts";
import { recordOwnEvent } from "../record-own-event.ts";

/**
 * Called once a day is final, in whatever order days become so: the one that comes last finds its month complete. The
 * event's id follows from merchant and month, so a repeated call, or a later correction of a day, records nothing more.
 * That holds as long as events are stored: a month that ended before that is not told.
 */
export async function sendReportReady(merchant: Merchant, date: string, at: number): Promise<void> {
  const { month, from, to } = monthOf(date);
  const last = parseDay(to);
  const accountId = accountsOf(merchant).at(-1);
  if (!last || !isClosed(last, at) || !accountId) return;
  if (at >= last.untilMs + EVENT_TTL_SECONDS * 1000) return;
  if (!(await isComplete(merchant, from, to))) return;
  const event = await recordOwnEvent({
    type: "report.ready",
    about: [merchant.merchantId, month],
    object: { object: "report", id: month },
    merchant,
    accountId,
    at,
  });
  if (event && event.finishedAt === undefined) await finishOwnEvent(event, at);
}

/** Of its first month a merchant has the days since it came. */
async function isComplete({ merchantId, createdAt }: Merchant, from: string, to: string): Promise<boolean> {
  const came = dateOf(createdAt);
  const first = came > from ? came : from;
  const days = await listMadeDays(merchantId, first, to);
  return days.filter(({ final }) => final).length === datesBetween(first, to).length;
}
