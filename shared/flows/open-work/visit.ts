import { findOpenWork, type OpenWork } from "../../ledger/open-work.ts";
import type { VisitMessage } from "../../queues/queue.ts";
import { visitAttention } from "../attention/visit-attention.ts";
import { visitCreation } from "../payments/create-payment.ts";
import { visitOperation } from "../payments/run-operation.ts";
import { visitAccount } from "./visit-account.ts";
import { visitEvent } from "./visit-event.ts";
import { visitEventsWork, visitPayout, visitStatementWork } from "./visit-long-work.ts";

/** `runId` is random. */
export type VisitRun = { runId: string; now: () => number };

/** Looks at one thing that was left open, and closes it if it can. Answers what it did. */
export async function visit({ visit: nth, ...key }: VisitMessage, run: VisitRun): Promise<string> {
  const work = await findOpenWork(key);
  return work ? visitWork(work, run, nth) : "gone";
}

function visitWork(work: OpenWork, { runId, now }: VisitRun, nth: number): Promise<string> {
  const at = now();
  switch (work.kind) {
    case "payment":
      return visitCreation(work.record, at);
    case "operation":
      return visitOperation(work.record, at);
    case "account":
      return visitAccount(work.record, at);
    case "attention":
      return visitAttention(work.record, at);
    case "unknown":
      return Promise.resolve("left to a later release");
    case "event":
      return visitEvent(work.record, at, nth);
    case "events_work":
      return visitEventsWork(work.record, { runId, now });
    case "statement_work":
      return visitStatementWork(work.record);
    case "payout":
      return visitPayout(work.record.merchantId, work.record.facts.payoutId);
    case "payout_work":
      return visitPayout(work.record.merchantId, work.record.progress.payoutId);
  }
}
