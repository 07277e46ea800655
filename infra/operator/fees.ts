import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { parseDay } from "../../shared/domain/finance/day.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import { reportIncome } from "../../shared/flows/reconciliation/report-income.ts";
import { example } from "./example.ts";
import { table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addFees(program: Command): void {
  const fees = program
    .command("fees")
    .description("Report what the platform earns.")
    .addHelpText("after", example("fees income --from 2026-07-01 --to 2026-07-31"));
  fees
    .command("income")
    .description("Report application fees by merchant and currency, from the processor.")
    .requiredOption("--from <date>", "the first day, in UTC")
    .requiredOption("--to <date>", "the last day, included")
    .addHelpText("after", example("fees income --from 2026-07-01 --to 2026-07-31"))
    .action(run(income));
}

async function income({ options, session }: Input<[], { from: string; to: string }>): Promise<void> {
  const [first, last] = [parseDay(options.from), parseDay(options.to)];
  if (!first || !last || last.sinceMs < first.sinceMs)
    throw new Failure(
      "invalid_request",
      "--from and --to must be days, such as 2026-07-01, and --from must not be later.",
    );
  const earned = await reportIncome({ sinceMs: first.sinceMs, untilMs: last.untilMs });
  const rows = earned.map(({ currency, ...sum }) => [
    sum.merchantId ?? sum.accountId,
    currency,
    String(sum.fees),
    amountText(sum.takenCents, currency),
    amountText(sum.returnedCents, currency),
    amountText(sum.earnedCents, currency),
  ]);
  session.show(
    { from: options.from, to: options.to, income: earned },
    table(
      ["MERCHANT", "CURRENCY", "FEES", "TAKEN", "RETURNED SINCE", "EARNED"],
      rows,
      "There were no fees in this time.",
    ),
  );
}
