import {
  datesBetween,
  dayAfter,
  firstDate,
  isClosed,
  lastClosedDate,
  parseDay,
} from "../../domain/finance/day.ts";
import { accountsOf, type ReconciliationJob } from "../../domain/finance/reconciliation.ts";
import { type Merchant, merchantPages } from "../../ledger/merchants.ts";
import type { PayoutWork } from "../../ledger/payout-work.ts";
import type { PayoutRecord } from "../../ledger/payouts.ts";
import type { StatementWork } from "../../ledger/statement-work.ts";
import {
  findStatementWatermark,
  listMadeDays,
  type MadeDay,
  moveStatementWatermark,
} from "../../ledger/statements.ts";
import { sendReconciliations } from "../../queues/queue.ts";
import { runConcurrently } from "../run-concurrently.ts";

/** One message for each account that any merchant has or had. */
export const askForMissedEvents = (): Promise<number> =>
  askForAll(async (merchant) => {
    const { merchantId, account } = merchant;
    return accountsOf(merchant).map((accountId) => ({
      kind: "events",
      merchantId,
      accountId,
      ...(account?.processorAccountId === accountId &&
        account.onboardingStatus !== "enabled" && { mustSync: true }),
    }));
  });

/** One message for each account, too: payouts of which no event has told are found by asking. */
export const askForPayouts = (): Promise<number> =>
  askForAll(async (merchant) =>
    accountsOf(merchant).map((accountId) => ({
      kind: "payouts",
      merchantId: merchant.merchantId,
      accountId,
    })),
  );

/**
 * One message for each day of each merchant that is closed and has no final statement: the list of these days is the
 * work, however long an outage lasted or a day could not be made. While the merchant's account is lost no day becomes
 * final, so each is tried once; the rest follows when the account is back, or detached.
 */
export const askForStatements = (at: number): Promise<number> =>
  askForAll(async (merchant) => {
    const { merchantId } = merchant;
    const dates = await listMissingDates(merchant, at);
    return dates.slice(0, MAX_ASKED).map((date) => ({ kind: "statement", merchantId, date }));
  });

/** Of one merchant in one morning, the newest: after months without a statement the rest follows on the next days. */
const MAX_ASKED = 60;

/** Newest first. The watermark spares looking at days whose statements are final, and cannot become anything else. */
async function listMissingDates(merchant: Merchant, at: number): Promise<string[]> {
  const { merchantId, account, createdAt } = merchant;
  const last = lastClosedDate(at);
  const known = await findStatementWatermark(merchantId);
  const earliest = firstDate(createdAt, last);
  const first = known !== undefined && known > earliest ? known : earliest;
  if (first > last) return [];
  const made = new Map((await listMadeDays(merchantId, first, last)).map((day) => [day.date, day]));
  const missing = datesBetween(first, last).filter((date) => !made.get(date)?.final);
  const watermark = missing.at(-1) ?? dayAfter(last);
  if (watermark > first) await moveStatementWatermark(merchantId, watermark);
  return account?.deauthorized ? missing.filter((date) => !wasTried(made.get(date))) : missing;
}

/** Made, or kept by a later run that could read less, after its day had closed. */
function wasTried(made: MadeDay | undefined): boolean {
  if (!made) return false;
  const day = parseDay(made.date);
  return day !== undefined && isClosed(day, made.keptAt ?? made.generatedAt);
}

async function askForAll(jobsOf: (merchant: Merchant) => Promise<ReconciliationJob[]>): Promise<number> {
  let sent = 0;
  for await (const items of merchantPages()) {
    const merchants = items.filter((merchant) => merchant.erasedAt === undefined);
    const jobs = (await runConcurrently(merchants, jobsOf)).flat();
    if (jobs.length > 0) await sendReconciliations(jobs);
    sent += jobs.length;
  }
  return sent;
}

/** A statement needs more time than a visit has: it is handed to the function that makes statements. */
export async function visitStatementWork({
  state,
  merchantId,
  progress: { date },
}: StatementWork): Promise<"closed_already" | "handed_over"> {
  if (state === "done") return "closed_already";
  await sendReconciliations([{ kind: "statement", merchantId, date }]);
  return "handed_over";
}

/** The same for what is in a payout. That function finds out whether anything is left to read. */
export const visitPayout = ({ merchantId, facts }: PayoutRecord): Promise<"handed_over"> =>
  handPayoutOver(merchantId, facts.payoutId);

export const visitPayoutWork = ({ merchantId, progress }: PayoutWork): Promise<"handed_over"> =>
  handPayoutOver(merchantId, progress.payoutId);

async function handPayoutOver(merchantId: string, payoutId: string): Promise<"handed_over"> {
  await sendReconciliations([{ kind: "payout", merchantId, payoutId }]);
  return "handed_over";
}
