import { REDELIVERY_GAP_MS } from "../../domain/events/callback-delivery.ts";
import type { DeliveryRecord } from "../../ledger/events.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { scheduleRedeliveries } from "./schedule-redeliveries.ts";

/** What one run through the dead letters knows of each merchant: whether it is audited, and when its last is due. */
export type DeadLetterRun = Map<string, { audited: Promise<void>; pacedUntil: number }>;

/**
 * Sends a page of dead deliveries again, each merchant's at a pace that its server can bear; answers how many are on
 * their way.
 * A merchant's first page in a run is audited before anything of it is sent. A page may be repeated.
 */
export async function redeliverDeadLetters(
  deliveries: DeliveryRecord[],
  run: DeadLetterRun,
  change: Change,
): Promise<number> {
  for (const merchantId of new Set(deliveries.map((delivery) => delivery.merchantId))) {
    await auditOnce(merchantId, run, change);
  }
  const dead = deliveries.filter(({ delivery }) => delivery === "dead");
  return scheduleRedeliveries(dead, change.at, ({ merchantId }) => nextTime(merchantId, run, change.at));
}

/** Pages are sent side by side: the second of them waits for the entry that the first has begun. */
async function auditOnce(merchantId: string, run: DeadLetterRun, change: Change): Promise<void> {
  const known = run.get(merchantId);
  if (known) return known.audited;
  const audited = recordAudit(merchantId, { action: "redeliver-dead-letters" }, change);
  run.set(merchantId, { audited, pacedUntil: 0 });
  try {
    await audited;
  } catch (error) {
    run.delete(merchantId);
    throw error;
  }
}

function nextTime(merchantId: string, run: DeadLetterRun, at: number): number {
  const known = run.get(merchantId);
  if (!known) return at;
  known.pacedUntil = Math.max(at, known.pacedUntil + REDELIVERY_GAP_MS);
  return Math.round(known.pacedUntil);
}
