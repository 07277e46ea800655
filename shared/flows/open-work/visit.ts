import type { VisitMessage } from "../../callbacks/queue.ts";
import { findOpenWork, type OpenWork } from "../../ledger/open-work.ts";
import { visitAccount } from "./visit-account.ts";
import { visitCreation } from "./visit-creation.ts";
import { visitEvent } from "./visit-event.ts";
import { visitOperation } from "./visit-operation.ts";

/** Looks at one thing that was left open, and closes it if it can. Answers what it did. */
export async function visit({ visit: nth, ...key }: VisitMessage, at: number): Promise<string> {
  const work = await findOpenWork(key);
  return work ? visitWork(work, at, nth) : "gone";
}

function visitWork(work: OpenWork, at: number, nth: number): Promise<string> {
  switch (work.kind) {
    case "payment":
      return visitCreation(work.record, at);
    case "operation":
      return visitOperation(work.record, at);
    case "account":
      return visitAccount(work.record, at);
    case "event":
      return visitEvent(work.record, at, nth);
  }
}
