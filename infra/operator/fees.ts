import { type Command, Option } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { type CsvColumn, csvFile } from "../../shared/domain/finance/csv.ts";
import { parseDay } from "../../shared/domain/finance/day.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import {
  INCOME_BASES,
  type Income,
  type IncomeBasis,
  reportIncome,
} from "../../shared/flows/statements/report-income.ts";
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
    .addOption(
      new Option(
        "--basis <basis>",
        "sale: fees of these days' sales, less all returns since. cash: what moved on the platform's balance",
      )
        .choices(INCOME_BASES)
        .default("sale"),
    )
    .option("--csv", "print a file for spreadsheets")
    .addHelpText("after", example("fees income --from 2026-07-01 --to 2026-07-31 --basis cash --csv"))
    .action(run(income));
}

type IncomeOptions = { from: string; to: string; basis: IncomeBasis; csv?: boolean };

const COLUMNS: readonly CsvColumn<Income>[] = [
  { name: "merchantId", plain: ({ merchantId }) => merchantId },
  { name: "accountId", plain: ({ accountId }) => accountId },
  { name: "currency", plain: ({ currency }) => currency },
  { name: "fees", plain: ({ fees }) => fees },
  { name: "taken", cents: ({ takenCents }) => takenCents },
  { name: "returned", cents: ({ returnedCents }) => returnedCents },
  { name: "earned", cents: ({ earnedCents }) => earnedCents },
];

async function income({ options, session }: Input<[], IncomeOptions>): Promise<void> {
  const [first, last] = [parseDay(options.from), parseDay(options.to)];
  if (!first || !last || last.sinceMs < first.sinceMs)
    throw new Failure(
      "invalid_request",
      "--from and --to must be days, such as 2026-07-01, and --from must not be later.",
    );
  const { from, to, basis } = options;
  const earned = await reportIncome({ sinceMs: first.sinceMs, untilMs: last.untilMs }, basis);
  const { header, toText } = csvFile(COLUMNS);
  const file = header + earned.map(toText).join("");
  const rows = earned.map(({ currency, ...sum }) => [
    sum.merchantId ?? sum.accountId ?? "unknown",
    currency,
    String(sum.fees),
    amountText(sum.takenCents, currency),
    amountText(sum.returnedCents, currency),
    amountText(sum.earnedCents, currency),
  ]);
  const returned = basis === "cash" ? "RETURNED" : "RETURNED TO DATE";
  const headings = ["MERCHANT", "CURRENCY", "FEES", "TAKEN", returned, "EARNED"];
  session.show(
    { from, to, basis, income: earned },
    options.csv ? file.trimEnd() : table(headings, rows, "There were no fees in this time."),
  );
}
