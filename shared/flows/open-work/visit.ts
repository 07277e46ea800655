import { findOpenWork, type OpenWork } from "../../ledger/open-work.ts";
import type { VisitMessage } from "../../queues/queue.ts";
import { visitCreation } from "../payments/create-payment.ts";
import { visitOperation } from "../payments/run-operation.ts";
import { visitAccount } from "./visit-account.ts";
import { visitEvent } from "./visit-event.ts";
import { visitRecovery } from "./visit-recovery.ts";

/** Looks at one thing that was left open, and closes it if it can. Answers what it did. */
export async function visit({ visit: nth, ...key }: VisitMessage, now: () => number): Promise<string> {
  const work = await findOpenWork(key);
  return work ? visitWork(work, now, nth) : "gone";
}

function visitWork(work: OpenWork, now: () => number, nth: number): Promise<string> {
  const at = now();
  switch (work.kind) {
    case "payment":
      return visitCreation(work.record, at);
    case "operation":
      return visitOperation(work.record, at);
    case "account":
      return visitAccount(work.record, at);
    case "unknown":
      return Promise.resolve("left to a later release");
    case "event":
      return visitEvent(work.record, at, nth);
    case "recovery":
      return visitRecovery(work.record, now);
  }
}
