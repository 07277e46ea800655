import { isDeepStrictEqual } from "node:util";
import { type AccountDay, type Cents, plus } from "../../domain/finance/balance.ts";
import { isClosed } from "../../domain/finance/day.ts";
import { DAY_MS } from "../../domain/time.ts";
import { fetchBalance, hasMovedBefore, listNetsSince } from "../../processor/balance.ts";
import type { DayWork } from "./work-through-day.ts";

/*
 * The processor tells only the balance of now. A day's closing balance is that less everything that moved since the day
 * ended. So it is asked for soon after the day, when that is little, and counts only if it was the same before and after
 * these lines were listed: then no line has come between.
 */
const WITHIN_MS = 2 * DAY_MS;

/** Five thousand lines since midnight. Beyond that the day stands on its lines alone. */
const MAX_PAGES = 50;

/** An account that is selling changes all the time; it rests for a second or two. */
const MAX_ATTEMPTS = 3;

/** undefined: the processor cannot tell, neither how the day ended nor that it began with nothing. */
export async function knownBalance(
  accountId: string,
  { day, at }: Pick<DayWork, "day" | "at">,
): Promise<AccountDay["known"]> {
  const isRecent = isClosed(day, at) && at < day.untilMs + WITHIN_MS;
  for (let attempt = 0; isRecent && attempt < MAX_ATTEMPTS; attempt++) {
    const before = await fetchBalance(accountId);
    const since = await sumSince(accountId, day.untilMs);
    if (!since) break;
    if (isDeepStrictEqual(before, await fetchBalance(accountId)))
      return { at: "closing", cents: plus(before, since, -1) };
  }
  if (await hasMovedBefore(accountId, day.sinceMs)) return undefined;
  return { at: "opening", cents: {} };
}

async function sumSince(accountId: string, sinceMs: number): Promise<Cents | undefined> {
  let sum: Cents = {};
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { lines, next } = await listNetsSince(accountId, sinceMs, after);
    for (const { currency, netCents, isOfPayments } of lines)
      if (isOfPayments) sum = plus(sum, { [currency]: netCents });
    if (next === undefined) return sum;
    after = next;
  }
  return undefined;
}
