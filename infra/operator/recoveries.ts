import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { getRecovery } from "../../shared/flows/callbacks/recover-events.ts";
import { workOnEvents } from "../../shared/flows/callbacks/work-on-events.ts";
import type { EventsWork } from "../../shared/ledger/events-work.ts";

/** Does the due list's work here and now, for an operator who waits. */
export async function runToItsEnd(begun: EventsWork): Promise<EventsWork> {
  let work = begun;
  for (let isLeft = true; isLeft; ) {
    const before = work;
    work = await goOn(before);
    // What does not move waits for another call: the due list comes back to it.
    isLeft = work.state === "running" && work.version !== before.version;
  }
  return work;
}

const BETWEEN_LOOKS_MS = 100;

/** A visit of the due list may work on the same: its progress counts too. */
async function goOn(work: EventsWork): Promise<EventsWork> {
  const end = await workOnEvents(work, { runId: randomUUID(), now: Date.now });
  if (end.kind !== "overtaken") return end.work;
  await pause(BETWEEN_LOOKS_MS);
  return getRecovery(work.merchantId, work.progress.recoveryId);
}
