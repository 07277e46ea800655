import { findOpenWork, type OpenWork } from "../../ledger/open-work.ts";
import type { Key } from "../../ledger/table.ts";
import { visitAccount } from "./visit-account.ts";
import { visitCreation } from "./visit-creation.ts";
import { visitEvent } from "./visit-event.ts";
import { visitOperation } from "./visit-operation.ts";

/** Looks at one thing that was left open, and closes it if it can. Answers what it did. */
export async function visit(key: Key, at: number): Promise<string> {
  const work = await findOpenWork(key);
  return work ? visitWork(work, at) : "gone";
}

function visitWork(work: OpenWork, at: number): Promise<string> {
  switch (work.kind) {
    case "payment":
      return visitCreation(work.record, at);
    case "operation":
      return visitOperation(work.record, at);
    case "account":
      return visitAccount(work.record, at);
    case "event":
      return visitEvent(work.record, at);
  }
}
