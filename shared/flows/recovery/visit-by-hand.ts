import { Failure } from "../../domain/failure.ts";
import { compareText } from "../../domain/values.ts";
import { listShard, listUnresolved, restartDue, SHARDS } from "../../ledger/due.ts";
import { findOpenWork, idOf, keyOfOpenWork, type OpenWork, openWorkOf } from "../../ledger/open-work.ts";
import { sendCallback } from "../../queues/queue.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { runConcurrently } from "../run-concurrently.ts";
import { isWaitingForAttempt } from "./sweep.ts";
import { type VisitRun, visit } from "./visit.ts";

/* What an operator does with the due list. */

/** What is on the due list, the soonest first; or what no visit could finish. */
export async function listOpenWork(limit: number, unresolved: boolean): Promise<OpenWork[]> {
  const pages = unresolved
    ? [await listUnresolved(limit)]
    : await Promise.all(SHARDS.map((shard) => listShard(shard, limit)));
  return pages
    .flatMap(({ items }) => items)
    .sort((a, b) => compareText(a.dueSort, b.dueSort))
    .slice(0, limit)
    .flatMap((item) => openWorkOf(item) ?? []);
}

/** Far beyond the visits after which a merchant hears of an event that cannot be applied: an operator has decided. */
const NTH = 100;

/** What the due list would do with a thing at its time, now. A delivery that waits for its attempt gets its message, as from a sweep. */
export async function visitByHand(id: string, run: VisitRun, change: Change): Promise<string> {
  const key = keyOfOpenWork(id);
  const work = key && (await findOpenWork(key));
  if (!key || !work) throw new Failure("not_found", `There is no open work with the id ${id}.`);
  await recordAudit(work.record.merchantId, { action: "visit-open-work", subject: id }, change);
  if (isWaitingForAttempt(work)) {
    await sendCallback(work.record);
    return "message_sent";
  }
  return visit({ ...key, visit: NTH }, run);
}

/** `hasMore`: the rest is scheduled by running it again. */
export type Scheduled = { scheduled: number; hasMore: boolean };

/**
 * Once the cause of many unresolved visits is fixed, each is due again, at the beginning of its retry schedule. The sweep
 * sends the visits, at the pace at which they leave the processor's rate to payments. Each is one conditional write, so a
 * run that dies is repeated, and what was closed or scheduled meanwhile stays so.
 */
export async function scheduleUnresolved(limit: number, change: Change): Promise<Scheduled> {
  const { items, next } = await listUnresolved(limit);
  const moved = await runConcurrently(items, async (item) => {
    const work = openWorkOf(item);
    if (!work) return false;
    const subject = idOf(work);
    await recordAudit(item.merchantId, { action: "visit-open-work", subject }, change);
    return restartDue(item, change.at);
  });
  return { scheduled: moved.filter(Boolean).length, hasMore: next !== undefined };
}
