import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { isoTime } from "../../shared/domain/time.ts";
import { listOpenWork } from "../../shared/flows/open-work/list-open-work.ts";
import { visitByHand } from "../../shared/flows/open-work/visit-by-hand.ts";
import { timeOf } from "../../shared/ledger/due.ts";
import { idOf, type OpenWork } from "../../shared/ledger/open-work.ts";
import { parseLimit } from "./arguments.ts";
import { example } from "./example.ts";
import { shortTime, table } from "./output.ts";
import { type Input, run } from "./session.ts";

export function addOpenWork(program: Command): void {
  const openWork = program
    .command("open-work")
    .description("What was begun and is not finished: look at it, finish it now.")
    .addHelpText("after", example("open-work list --unresolved"));

  openWork
    .command("list")
    .description("What stands on the due list, the soonest first.")
    .option("--unresolved", "only what eight visits could not finish")
    .option("--limit <n>", "how many (1 to 1000)", parseLimit, 50)
    .addHelpText("after", example("open-work list --unresolved"))
    .action(run(list));

  openWork
    .command("visit")
    .description("Look at one thing now, as the due list would at its time. Never moves money.")
    .argument(
      "<id>",
      "as listed: svcpay_…, svcpay_…/op_…, evt_…, mer_… (its account), mer_…/recover, mer_…/2026-07-01, mer_…/HOLD#svcpay_…",
    )
    .addHelpText("after", example("open-work visit evt_…"))
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
  const items = (await listOpenWork(limit, unresolved)).map(view);
  const rows = items.map(({ kind, id, merchantId, dueAt, step }) => [
    kind,
    id,
    merchantId,
    shortTime(dueAt),
    String(step),
  ]);
  session.show(items, table(["KIND", "ID", "MERCHANT", "DUE", "STEP"], rows));
}

async function visit({ args: [id], session }: Input<[string]>): Promise<void> {
  const outcome = await visitByHand(id, { runId: randomUUID(), now: () => Date.now() }, session.change());
  session.show({ id, outcome }, `${id}: ${outcome.replaceAll("_", " ")}.`);
}
