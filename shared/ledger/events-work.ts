import { type EventsProgress, type EventsWorkKind, RECOVERY_TTL_SECONDS } from "../domain/events/recovery.ts";
import type { WriteOutcome } from "./client.ts";
import { findAll } from "./lists.ts";
import { eventsWorkKey } from "./table.ts";
import { startWork, startWorkOnce, type WorkRecord } from "./work.ts";

/** Of each kind a merchant has one, which is started again and again. */
export type EventsWork = WorkRecord<EventsProgress>;

const KINDS: readonly EventsWorkKind[] = ["recover", "release", "hold"];

export type NewEventsWork = {
  merchantId: string;
  progress: EventsProgress;
  runId: string;
  at: number;
  /** When the first visit is due. */
  dueAtMs: number;
};

/** From the newest event on, also where it runs already: what came behind its cursor must not stay as it is. */
export const restartEventsWork = (work: NewEventsWork): Promise<EventsWork> =>
  startWork(keyOf(work), withLife(work));

/** Unless it runs already: then what runs is answered. */
export const startEventsWork = (work: NewEventsWork): Promise<WriteOutcome<EventsWork>> =>
  startWorkOnce(keyOf(work), withLife(work));

const keyOf = ({ merchantId, progress }: NewEventsWork) => eventsWorkKey(merchantId, progress.kind);

const withLife = (work: NewEventsWork) => ({ ...work, ttlSeconds: RECOVERY_TTL_SECONDS });

/** undefined: there was none of this id, or another one has taken its place. */
export async function findEventsWork(
  merchantId: string,
  recoveryId: string,
): Promise<EventsWork | undefined> {
  const all = await findAll<EventsWork>(KINDS.map((kind) => eventsWorkKey(merchantId, kind)));
  return all.find(({ progress }) => progress.recoveryId === recoveryId);
}
