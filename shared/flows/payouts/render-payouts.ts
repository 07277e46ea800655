import { MAX_FILE_LINES, tooManyLines } from "../../domain/finance/csv.ts";
import { parseDay, requireDates } from "../../domain/finance/day.ts";
import { lineCountOf, type PayoutFacts } from "../../domain/finance/payout.ts";
import { listPayouts, type PayoutRecord } from "../../ledger/payouts.ts";
import type { PaidLine } from "../../views/payout.ts";
import { type FileForm, renderFile } from "../render-file.ts";
import { linesOf } from "./list-payouts.ts";

/** All payouts that were created in a range as one file: each as its own row, and the lines that it consists of. */
export async function renderPayouts(
  merchantId: string,
  range: { from: string; to: string },
  form: FileForm<PaidLine>,
): Promise<string> {
  requireDates(range);
  const payouts = await payoutsBetween(merchantId, range);
  const sizes = payouts.map(({ composed }) => 1 + (composed ? lineCountOf(composed) : 0));
  return renderFile(
    form,
    sizes.reduce((sum, size) => sum + size, 0),
    rowsOf(payouts),
  );
}

const AT_ONCE = 100;

async function payoutsBetween(
  merchantId: string,
  { from, to }: { from: string; to: string },
): Promise<PayoutRecord[]> {
  const [sinceMs, untilMs] = [parseDay(from)?.sinceMs, parseDay(to)?.untilMs];
  const payouts: PayoutRecord[] = [];
  for (let after: PayoutFacts | undefined; ; after = payouts.at(-1)?.facts) {
    const { items, hasMore } = await listPayouts(merchantId, { limit: AT_ONCE, sinceMs, untilMs, after });
    payouts.push(...items);
    if (!hasMore) return payouts;
    if (payouts.length > MAX_FILE_LINES) throw tooManyLines();
  }
}

async function* rowsOf(payouts: PayoutRecord[]): AsyncGenerator<PaidLine[]> {
  for (const record of payouts) {
    const payout = record.facts;
    yield [ownLineOf(payout)];
    for await (const lines of linesOf(record)) yield lines.map((line) => ({ ...line, payout }));
  }
}

/** What left the account: with the lines of the payments balance it adds up to nothing. */
const ownLineOf = (payout: PayoutFacts): PaidLine => ({
  payout,
  transactionId: "",
  at: payout.createdAt,
  kind: "payout",
  svcPaymentId: null,
  merchantsOwn: false,
  grossCents: -payout.amountCents,
  ...{ platformFeeCents: 0, otherFeesCents: 0, processorFeeCents: 0, taxCents: 0 },
  netCents: -payout.amountCents,
  currency: payout.currency,
  ...{ exchangeRate: null, chargedCents: null, chargeCurrency: null, orderRef: null, metadata: null },
});
