import type { EventsWork } from "../../ledger/events-work.ts";
import type { StatementWork } from "../../ledger/statement-work.ts";
import { sendReconciliations } from "../../queues/queue.ts";
import { workOnEvents } from "../callbacks/work-on-events.ts";
import type { LongWorkEnd } from "../run-long-work.ts";

type WorkVisit = "closed_already" | LongWorkEnd<unknown>["kind"];

/** The next pages, as many as a visit has time for. */
export async function visitEventsWork(
  work: EventsWork,
  run: { runId: string; now: () => number },
): Promise<WorkVisit> {
  if (work.state === "done") return "closed_already";
  return (await workOnEvents(work, run)).kind;
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

/** The same for what is in a payout; there it turns out whether anything is left to read. */
export async function visitPayout(merchantId: string, payoutId: string): Promise<"handed_over"> {
  await sendReconciliations([{ kind: "payout", merchantId, payoutId }]);
  return "handed_over";
}
