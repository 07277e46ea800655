import type * as z from "zod/mini";
import type { TimelineEntry as EntryContract } from "../contract/payment-lists.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { TimelineEntry } from "./payment-timeline.ts";

/** One line of a payment's story as its merchant sees it. */
export function timelineView(entry: TimelineEntry): z.output<typeof EntryContract> {
  const at = isoTime(entry.at);
  if (entry.kind !== "callback_attempt") return { ...entry, at };
  const { status = null, error = null, nextAttemptAt } = entry;
  return { ...entry, at, status, error, nextAttemptAt: isoTimeOrNull(nextAttemptAt) };
}
