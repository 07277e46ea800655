import { Failure } from "../../domain/failure.ts";
import { findOpenWork, keyOfOpenWork } from "../../ledger/open-work.ts";
import { sendCallback } from "../../queues/queue.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { isWaitingForAttempt } from "./sweep.ts";
import { type VisitRun, visit } from "./visit.ts";

/** Far beyond the visits after which a merchant hears of an event that cannot be applied: an operator has decided. */
const NTH = 100;

/** What the due list would do with a thing at its time, now. An event that waits gets its message, as from a sweep. */
export async function visitByHand(id: string, run: VisitRun, change: Change): Promise<string> {
  const key = keyOfOpenWork(id);
  const work = key && (await findOpenWork(key));
  if (!key || !work) throw new Failure("not_found", `There is nothing that could be visited under ${id}.`);
  await recordAudit(work.record.merchantId, { action: "visit-open-work", subject: id }, change);
  if (isWaitingForAttempt(work)) {
    await sendCallback(work.record);
    return "message_sent";
  }
  return visit({ ...key, visit: NTH }, run);
}
