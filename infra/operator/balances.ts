import type { Command } from "commander";
import type { BalanceReport } from "../../shared/domain/finance/balance-report.ts";
import { readBalanceReport } from "../../shared/flows/statements/report-balance.ts";
import { merchantPages } from "../../shared/ledger/merchants.ts";
import { balanceReportView } from "../../shared/views/statement.ts";
import { amountOrUnknown, BALANCE_COLUMNS, balanceCells } from "./describe-statement.ts";
import { example } from "./example.ts";
import { sections, table } from "./output.ts";
import { type Input, run } from "./session.ts";

const EXAMPLE = "balances --from 2026-07-01 --to 2026-07-31";

export function addBalances(program: Command): void {
  program
    .command("balances")
    .description("Report the balances of all merchants over a range of days, from their statements.")
    .requiredOption("--from <date>", "the first day, in UTC")
    .requiredOption("--to <date>", "the last day, included; at most 366 days")
    .addHelpText("after", example(EXAMPLE))
    .action(run(balances));
}

async function balances({ options, session }: Input<[], { from: string; to: string }>): Promise<void> {
  const reports: (BalanceReport & { merchantId: string })[] = [];
  for await (const merchants of merchantPages())
    for (const merchant of merchants.filter((one) => one.erasedAt === undefined))
      reports.push({
        merchantId: merchant.merchantId,
        ...(await readBalanceReport(merchant, options, Date.now())),
      });
  session.show(
    {
      ...options,
      // By the day there would be too much of it.
      merchants: reports.map(({ merchantId, ...report }) => {
        const { days: _, ...sums } = balanceReportView(report);
        return { merchantId, ...sums, differences: differencesOf(report) };
      }),
    },
    sections(
      table(["MERCHANT", ...BALANCE_COLUMNS, "DAYS"], reports.flatMap(linesOf)),
      describeDifferences(reports),
    ),
  );
}

/** By the day: two of opposite signs do not show in the sum. */
const differencesOf = ({ days }: BalanceReport) =>
  days.flatMap(({ date, rows }) =>
    rows
      .filter(({ differenceCents }) => differenceCents)
      .map(({ currency, differenceCents }) => ({ date, currency, differenceCents })),
  );

function describeDifferences(reports: readonly (BalanceReport & { merchantId: string })[]): string {
  const lines = reports.flatMap(({ merchantId, ...report }) =>
    differencesOf(report).map(({ date, currency, differenceCents }) => [
      merchantId,
      date,
      currency,
      amountOrUnknown(differenceCents, currency),
    ]),
  );
  if (lines.length === 0) return "";
  return sections(
    "On these days the processor's balance is not what the day before and the lines give. See infra/runbooks/differences.md.",
    table(["MERCHANT", "DAY", "CURRENCY", "DIFFERENCE"], lines),
  );
}

/** One line for each currency; a merchant on whose account nothing is and nothing moved has one too. */
function linesOf({ merchantId, rows, ...report }: BalanceReport & { merchantId: string }): string[][] {
  const days = daysOf(report);
  if (rows.length === 0) return [[merchantId, ...BALANCE_COLUMNS.map(() => "–"), days]];
  return rows.map((row) => [merchantId, ...balanceCells(row), days]);
}

const daysOf = ({ missingDays, notFinalDays }: Pick<BalanceReport, "missingDays" | "notFinalDays">): string =>
  [
    missingDays.length > 0 && `${missingDays.length} missing`,
    notFinalDays.length > 0 && `${notFinalDays.length} not final`,
  ]
    .filter(Boolean)
    .join(", ") || "all final";
