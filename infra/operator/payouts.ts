import type { Command } from "commander";
import { unexplainedOf } from "../../shared/domain/finance/payout.ts";
import { isReturned } from "../../shared/domain/finance/payout-status.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import { worded } from "../../shared/domain/payments/method-words.ts";
import { getPayout, listPayouts } from "../../shared/flows/payouts/list-payouts.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import type { PayoutRecord } from "../../shared/ledger/payouts.ts";
import { payoutView } from "../../shared/views/payout.ts";
import { parseLimit } from "./arguments.ts";
import { example } from "./example.ts";
import { fields, sections, table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addPayouts(program: Command): void {
  const payouts = program
    .command("payouts")
    .description("List and explain a merchant's payouts.")
    .addHelpText("after", example("payouts list mer_…"));

  payouts
    .command("list <merchantId>")
    .description("List a merchant's payouts, newest first.")
    .option("--limit <n>", "maximum number (1 to 1000)", parseLimit, 50)
    .option("--after <payoutId>", "start after this one")
    .addHelpText("after", example("payouts list mer_… --limit 10"))
    .action(run(list));

  payouts
    .command("show <merchantId> <payoutId>")
    .description("Show a payout as a sum, by kind of line.")
    .addHelpText("after", example("payouts show mer_… po_…"))
    .action(run(show));
}

type ListOptions = { limit: number; after?: string };

async function list({ args, options, session }: Input<[string], ListOptions>): Promise<void> {
  const { merchantId } = await getMerchant(args[0]);
  const page = { limit: options.limit, startingAfter: options.after };
  const { items, hasMore, lastId } = await listPayouts(merchantId, page);
  const next = hasMore ? lastId : null;
  const views = items.map(payoutView);
  const rows = items.map((record, index) => [
    record.facts.payoutId,
    views[index]?.arrivesOn ?? "",
    `${amountText(record.facts.amountCents, record.facts.currency)} ${record.facts.currency}`,
    worded(record.facts.status),
    breakdownText(record),
    unexplainedText(record),
  ]);
  session.show(
    { payouts: views, next },
    sections(
      table(["PAYOUT", "ARRIVES", "AMOUNT", "STATUS", "BREAKDOWN", "UNEXPLAINED"], rows, "No payouts yet."),
      next ? `There are more: --after ${next}` : "",
    ),
  );
}

async function show({ args: [merchantId, payoutId], session }: Input<[string, string]>): Promise<void> {
  const record = await getPayout((await getMerchant(merchantId)).merchantId, payoutId);
  const view = payoutView(record);
  const text = (cents: number) => amountText(cents, view.currency);
  const rows = Object.entries(view.totals).map(([kind, total]) => [
    kind.replaceAll("_", " "),
    String(total.count),
    text(total.grossCents),
    text(-total.platformFeesCents),
    text(-total.processorFeesCents),
    text(-total.otherFeesCents - total.taxesCents),
    text(total.netCents),
  ]);
  session.show(
    view,
    sections(
      fields({
        Payout: payoutId,
        Amount: `${text(view.amountCents)} ${view.currency}`,
        Status: `${worded(view.status)}${view.failureCode ? ` (${view.failureCode})` : ""}`,
        Arrives: view.arrivesOn,
        Account: record.facts.accountId,
        "At the bank": view.traceId ?? "–",
        Breakdown: `${breakdownText(record)}, ${view.lineCount} lines`,
        Unexplained: unexplainedText(record),
      }),
      table(["WHAT", "LINES", "GROSS", "OUR FEES", "PROCESSOR'S", "OTHER", "NET"], rows),
    ),
  );
}

/** In the console's words. */
function breakdownText(record: PayoutRecord): string {
  const { status, composition, unexplainedCents } = payoutView(record);
  if (isReturned(status)) return "Returned";
  if (composition === "unknown") return "No breakdown";
  if (unexplainedCents === null) return "Breakdown pending";
  return unexplainedCents === 0 ? "Matched" : "Does not match";
}

const unexplainedText = ({ facts, composed }: PayoutRecord): string =>
  composed ? amountText(unexplainedOf(facts, composed), facts.currency) : "–";
