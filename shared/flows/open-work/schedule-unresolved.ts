import { listUnresolved, restartDue } from "../../ledger/due.ts";
import { idOf, openWorkOf } from "../../ledger/open-work.ts";
import { type Change, recordAudit } from "../record-audit.ts";
import { workSideBySide } from "../work-side-by-side.ts";

const AT_ONCE = 5;

/** `hasMore`: the rest is put back by running it again. */
export type Scheduled = { scheduled: number; hasMore: boolean };

/**
 * Once what stood in the way of many visits is mended, each is due again, on the first step of its ladder: the sweep
 * sends the visits, at the pace at which they leave the processor's rate to payments. One conditional write for each, so
 * what dies half-way is simply run again, and what was closed or put back meanwhile stays so.
 */
export async function scheduleUnresolved(limit: number, change: Change): Promise<Scheduled> {
  const { items, next } = await listUnresolved(limit);
  const moved = await workSideBySide(items, AT_ONCE, async (item) => {
    if (item.merchantId !== undefined) {
      const subject = idOf(openWorkOf(item));
      await recordAudit(item.merchantId, { action: "visit-open-work", subject }, change);
    }
    return restartDue(item, change.at);
  });
  return { scheduled: moved.filter(Boolean).length, hasMore: next !== undefined };
}
