import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { listOpenWork, scheduleUnresolved, visitByHand } from "../../shared/flows/recovery/visit-by-hand.ts";
import { timeOf } from "../../shared/ledger/due.ts";
import { idOf, type OpenWork } from "../../shared/ledger/open-work.ts";
import { parseLimit } from "./arguments.ts";
import { example } from "./example.ts";
import { moreText, sections, shortTime, table } from "./output.ts";
import { type Input, run, type Session } from "./session.ts";

export function addOpenWork(program: Command): void {
  const openWork = program
    .command("open-work")
    .description("List unfinished work and finish it now.")
    .addHelpText("after", example("open-work list --unresolved"));

  openWork
    .command("list")
    .description("List unfinished work, soonest first.")
    .option("--unresolved", "only what eight visits could not finish")
    .option("--limit <n>", "maximum number (1 to 1000)", parseLimit, 50)
    .addHelpText("after", example("open-work list --unresolved"))
    .action(run(list));

  openWork
    .command("visit")
    .description(
      "Visit one item now, or all unresolved items soon, as the due list does. Never moves money. " +
        "Safe to repeat.",
    )
    .argument(
      "[id]",
      "as listed: svcpay_…, svcpay_…/op_…, evt_…, mer_… (its account), mer_…/recover, mer_…/2026-07-01, mer_…/HOLD#svcpay_…",
    )
    .option(
      "--unresolved",
      "all items that eight visits could not finish; the sweep visits them from the next minute on",
    )
    .option("--limit <n>", "maximum number of these (1 to 1000)", parseLimit, 1000)
    .addHelpText("after", example("open-work visit --unresolved"))
    .action(run(visit));
}

const view = (work: OpenWork) => ({
  kind: work.kind,
  id: idOf(work),
  merchantId: work.record.merchantId,
  dueAt: isoTime(timeOf(work.record)),
  step: work.record.dueStep,
});

async function list({
  options: { unresolved = false, limit },
  session,
}: Input<[], { unresolved?: boolean; limit: number }>): Promise<void> {
  const found = await listOpenWork(limit + 1, unresolved);
  const items = found.slice(0, limit).map(view);
  const rows = items.map(({ kind, id, merchantId, dueAt, step }) => [
    kind,
    id,
    merchantId,
    shortTime(dueAt),
    String(step),
  ]);
  session.show(
    items,
    sections(
      table(["KIND", "ID", "MERCHANT", "DUE", "STEP"], rows, "No unfinished work."),
      moreText(found.length > limit),
    ),
  );
}

async function visit({
  args: [id],
  options: { unresolved = false, limit },
  session,
}: Input<string[], { unresolved?: boolean; limit: number }>): Promise<void> {
  if ((id === undefined) !== unresolved)
    throw new Failure("invalid_request", "Pass an id as listed, or --unresolved.");
  if (id === undefined) return visitUnresolved(limit, session);
  const outcome = await visitByHand(id, { runId: randomUUID(), now: Date.now }, session.change());
  session.show({ id, outcome }, `${id}: ${outcome.replaceAll("_", " ")}.`);
}

async function visitUnresolved(limit: number, session: Session): Promise<void> {
  const done = await scheduleUnresolved(limit, session.change());
  const again = done.hasMore ? ` There are more: ${session.command("open-work visit --unresolved")}` : "";
  session.show(
    done,
    `${done.scheduled} put back on the due list. The sweep visits them from now on.${again}`,
  );
}
