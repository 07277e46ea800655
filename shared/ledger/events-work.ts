import { type EventsProgress, type EventsWorkKind, RECOVERY_TTL_SECONDS } from "../domain/events/recovery.ts";
import { getItems, type WriteOutcome } from "./client.ts";
import { eventsWorkKey } from "./table.ts";
import { startWork, startWorkOnce, type WorkRecord } from "./work.ts";

/** A merchant has one of each kind, which is started again each time. */
export type EventsWork = WorkRecord<EventsProgress>;

const KINDS: readonly EventsWorkKind[] = ["recover", "release"];

export type NewEventsWork = {
  merchantId: string;
  progress: EventsProgress;
  runId: string;
  at: number;
  dueAtMs: number;
  notAfterMs?: number;
};

/** From the newest event on, also if it runs already: events behind its cursor must be visited too. */
export const restartEventsWork = (work: NewEventsWork): Promise<EventsWork> =>
  startWork(keyOf(work), withLife(work));

/** If it runs already, the running work is answered. */
export const startEventsWork = (work: NewEventsWork): Promise<WriteOutcome<EventsWork>> =>
  startWorkOnce(keyOf(work), withLife(work));

const keyOf = ({ merchantId, progress }: NewEventsWork) => eventsWorkKey(merchantId, progress.kind);

const withLife = (work: NewEventsWork) => ({ ...work, ttlSeconds: RECOVERY_TTL_SECONDS });

export async function findEventsWork(
  merchantId: string,
  recoveryId: string,
): Promise<EventsWork | undefined> {
  const all = await getItems<EventsWork>(KINDS.map((kind) => eventsWorkKey(merchantId, kind)));
  return all.find(({ progress }) => progress.recoveryId === recoveryId);
}
