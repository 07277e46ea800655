import { redeliveryDelaySeconds } from "../../domain/callback-schedule.ts";
import type { EventRecord } from "../../ledger/events.ts";
import { type Change, recordAudit } from "../merchants/record-audit.ts";
import { redeliverAll } from "./redeliver-all.ts";

/** What one run through the dead letters knows of each merchant: whether it is audited, and how many were sent. */
export type DeadLetterRun = Map<string, { audited: Promise<void>; sent: number }>;

/**
 * Sends a page of dead events again, each merchant's at a pace that its server can bear; answers how many were dead.
 * A merchant's first page in a run is audited before anything of it is sent. A page may be repeated.
 */
export async function redeliverDeadLetters(
  events: EventRecord[],
  run: DeadLetterRun,
  change: Change,
): Promise<number> {
  for (const merchantId of new Set(events.map((event) => event.merchantId))) {
    await auditOnce(merchantId, run, change);
  }
  await redeliverAll(events, change.at, ({ merchantId }) => nextDelaySeconds(merchantId, run));
  return events.filter(({ delivery }) => delivery === "dead").length;
}

/** Pages are sent side by side: the second of them waits for the entry that the first has begun. */
async function auditOnce(merchantId: string, run: DeadLetterRun, change: Change): Promise<void> {
  const known = run.get(merchantId);
  if (known) return known.audited;
  const audited = recordAudit(merchantId, { action: "redeliver-dead-letters" }, change);
  run.set(merchantId, { audited, sent: 0 });
  try {
    await audited;
  } catch (error) {
    run.delete(merchantId);
    throw error;
  }
}

function nextDelaySeconds(merchantId: string, run: DeadLetterRun): number {
  const known = run.get(merchantId);
  return known ? redeliveryDelaySeconds(known.sent++) : 0;
}
