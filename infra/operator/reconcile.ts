import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { requireNotErased } from "../../shared/domain/erasure.ts";
import { Failure } from "../../shared/domain/failure.ts";
import { accountsOf } from "../../shared/domain/finance/reconciliation.ts";
import { PULL_REACH_MS, type TimeWindow, windowSince } from "../../shared/domain/finance/time-window.ts";
import { noConnectedAccount } from "../../shared/domain/onboarding.ts";
import { pullEventsBetween } from "../../shared/flows/missed-events/pull-events.ts";
import { recordAudit } from "../../shared/flows/record-audit.ts";
import { rebuildPayments } from "../../shared/flows/restore/rebuild-payments.ts";
import { makeStatement, requireDay } from "../../shared/flows/statements/make-statement.ts";
import { withBalance } from "../../shared/flows/statements/report-balance.ts";
import { getMerchant, type Merchant } from "../../shared/ledger/merchants.ts";
import { statementView } from "../../shared/views/statement.ts";
import { parseDuration } from "./arguments.ts";
import { describeStatement } from "./describe-statement.ts";
import { example } from "./example.ts";
import { sections, table } from "./output.ts";
import { type Input, run, type Session } from "./session.ts";

const LONGEST_SECONDS = PULL_REACH_MS / 1000;

export function addReconcile(program: Command): void {
  const reconcile = program
    .command("reconcile")
    .description("Compare the ledger with the processor, and add what is missing.")
    .addHelpText("after", example("reconcile events --merchant mer_… --since 1h"));

  reconcile
    .command("events")
    .description("Load events whose webhooks did not arrive, up to now. The hourly pull is not affected.")
    .requiredOption("--merchant <merchantId>", "the merchant")
    .requiredOption("--since <duration>", "how far back, such as 1h; at most 30d", parseDuration)
    .addHelpText("after", example("reconcile events --merchant mer_… --since 30d"))
    .action(run(events));

  reconcile
    .command("statement")
    .description("Create and store the statement of a day, also of today.")
    .requiredOption("--merchant <merchantId>", "the merchant")
    .requiredOption("--date <date>", "a day in UTC, such as 2026-07-01")
    .addHelpText("after", example("reconcile statement --merchant mer_… --date 2026-07-01"))
    .action(run(statement));

  reconcile
    .command("payments")
    .description("Rebuild payments that are missing in the ledger, after a restore from a backup.")
    .requiredOption("--merchant <merchantId>", "the merchant")
    .requiredOption("--since <duration>", "how far back, such as 2d; at most 30d", parseDuration)
    .addHelpText("after", example("reconcile payments --merchant mer_… --since 2d"))
    .action(run(payments));
}

type SinceOptions = { merchant: string; since: number };

async function events({ options, session }: Input<[], SinceOptions>): Promise<void> {
  const { merchant, window } = await begin("reconcile-events", options, session);
  const puller = { now: Date.now, traceId: randomUUID() };
  show(await pullEventsBetween(accountsOf(merchant), window, puller), session);
}

async function payments({ options, session }: Input<[], SinceOptions>): Promise<void> {
  const { merchant, window } = await begin("reconcile-payments", options, session);
  const rebuild = { traceId: randomUUID(), ownerToken: randomUUID() };
  show(await rebuildPayments(merchant, window, rebuild), session);
}

function show<Report extends Record<string, number>>(
  { unreachableAccounts, ...counts }: Report & { unreachableAccounts: string[] },
  session: Session,
): void {
  const unreachable = unreachableAccounts.map((accountId) => `${accountId} is unreachable.`).join("\n");
  session.show(
    unreachable ? { ...counts, unreachableAccounts } : counts,
    sections(tableOf(counts), unreachable),
  );
}

const tableOf = (report: Record<string, number>): string =>
  table(
    Object.keys(report).map((name) => name.toUpperCase()),
    [Object.values(report).map(String)],
  );

async function begin(
  action: string,
  { merchant: merchantId, since }: SinceOptions,
  session: Session,
): Promise<{ merchant: Merchant; window: TimeWindow }> {
  if (since < 1 || since > LONGEST_SECONDS)
    throw new Failure("invalid_request", "--since must be from 1s to 30d: the processor keeps 30 days.");
  const merchant = await getMerchant(merchantId);
  requireNotErased(merchant);
  if (accountsOf(merchant).length === 0) throw noConnectedAccount();
  await recordAudit(merchantId, { action, subject: `last ${since} s` }, session.change());
  return { merchant, window: windowSince(since, Date.now()) };
}

async function statement({ options, session }: Input<[], { merchant: string; date: string }>): Promise<void> {
  const { merchant: merchantId, date } = options;
  const merchant = await getMerchant(merchantId);
  requireNotErased(merchant);
  requireDay(merchant, date, Date.now());
  await recordAudit(merchantId, { action: "reconcile-statement", subject: date }, session.change());
  const made = await makeStatement(merchant, date, { now: Date.now, traceId: randomUUID() });
  const { changes = null } = made;
  const balanced = await withBalance(made.statement);
  session.show({ ...statementView(balanced), changes }, describeStatement(balanced, changes));
}
