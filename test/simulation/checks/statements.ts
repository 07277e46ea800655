import { parseDay } from "../../../shared/domain/finance/day.ts";
import { accountsOf } from "../../../shared/domain/finance/reconciliation.ts";
import type { Statement } from "../../../shared/domain/finance/statement.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

type Accounts = Parameters<typeof accountsOf>[0];

/** I8: what a statement says is what the processor has booked, and it is final only where all of it was read. */
export function checkStatements(simulation: Simulation): void {
  const statements = partsOf()
    .table.all()
    .filter(({ pk, sk }) => String(pk).startsWith("STATEMENTS#") && String(sk).startsWith("STATEMENT#"));
  for (const item of statements) {
    const statement = item as unknown as Statement;
    const merchant = partsOf().table.peek(merchantKey(statement.merchantId)) as Accounts | undefined;
    if (!merchant) continue;
    checkDifferences(simulation, statement);
    if (statement.final) checkFinality(simulation, statement, merchant);
    if (statement.final && statement.unreachableAccounts.length === 0)
      checkTotals(simulation, statement, merchant);
  }
}

/** What a statement could not heal is a difference that nobody has made. */
function checkDifferences(simulation: Simulation, { date, differences }: Statement): void {
  for (const { kind, healed, svcPaymentId, processorPaymentIntentId } of differences) {
    simulation.reach("differences");
    // That a forged one is told apart is what the statement is for.
    if (partsOf().processor.forgedIntents.has(processorPaymentIntentId)) continue;
    if (!healed) simulation.violate("I8", `the statement of ${date} has ${kind} of ${svcPaymentId}`);
  }
}

function checkFinality(simulation: Simulation, statement: Statement, { account }: Accounts): void {
  const current = account?.processorAccountId;
  if (current !== undefined && statement.unreachableAccounts.includes(current))
    simulation.violate("I8", `the statement of ${statement.date} is final, and ${current} was not read`);
}

const PAYOUTS = ["payout", "payout_reversal"];

function checkTotals(simulation: Simulation, { date, totals }: Statement, merchant: Accounts): void {
  const day = parseDay(date);
  if (!day) return;
  const bookedCents = accountsOf(merchant)
    .flatMap((accountId) => partsOf().processor.list("balance_transaction", accountId))
    .filter(({ created }) => created * 1000 >= day.sinceMs && created * 1000 < day.untilMs)
    .filter(({ reporting_category }) => !PAYOUTS.includes(reporting_category))
    .reduce((sum, { net }) => sum + net, 0);
  const statedCents = totals.reduce((sum, { accountNetCents }) => sum + accountNetCents, 0);
  simulation.reach("final statements");
  if (statedCents !== bookedCents)
    simulation.violate("I8", `the statement of ${date} says ${statedCents}; ${bookedCents} were booked`);
}
