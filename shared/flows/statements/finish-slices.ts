import {
  type DayFindings,
  isInSlice,
  laterVerdict,
  type Slice,
  type Verdict,
} from "../../domain/finance/day-progress.ts";
import type { Difference } from "../../domain/finance/statement.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { type DayWork, keptFindings, saveLines, sumsWith, unkeptVerdicts } from "./work-through-day.ts";

/*
 * Once all money of a day was looked through, what was found is summed slice by slice: so memory holds one slice, however
 * large the day is. A slice has all verdicts of its intents, so it can tell which of the ledger's payments no money has
 * led to. A usual day is one slice, and nothing of it is stored and read again but its lines.
 * The ledger is listed once for each slice, and what was kept is read once: 20 times for a million lines.
 */
export async function* finishSlices(work: DayWork): AsyncGenerator<void, void> {
  const { cursor, limits } = work;
  await saveLines(work);
  if (!cursor.slices) {
    const count = Math.max(1, Math.ceil(work.lines / limits.sliceLines));
    if (count > 1) {
      // From here on everything is read from what is kept.
      work.mustKeep = true;
      yield;
    }
    cursor.slices = { count, summed: 0 };
  }
  const { count } = cursor.slices;
  for (let nth = cursor.slices.summed; nth < count; nth++) {
    const slice = { nth, count };
    const differences = await openSlice(work, slice);
    yield* reconcileLedger(work, slice);
    work.sums = await sumsWith(work, work.verdicts.values(), differences);
    closeSlice(work);
    cursor.slices = { count, summed: nth + 1 };
    cursor.payments = undefined;
    work.mustKeep = count > 1;
    yield;
  }
}

/** Everything that was found of a slice. Of its verdicts the day's work has the only copy: the ledger may correct them. */
async function openSlice(work: DayWork, slice: Slice): Promise<Difference[]> {
  const verdicts = new Map<string, Verdict>();
  const differences = new Map<string, Difference>();
  const take = (found: DayFindings) => {
    for (const [key, verdict] of found.verdicts)
      if (isInSlice(key, slice)) verdicts.set(key, laterVerdict(verdicts.get(key), verdict));
    // An intent that was judged twice differs once.
    for (const difference of found.differences)
      if (isInSlice(difference.processorPaymentIntentId, slice))
        differences.set(nameOf(difference), difference);
  };
  const fresh = { verdicts: unkeptVerdicts(work), differences: work.differences };
  for await (const found of keptFindings(work)) take(found);
  work.keptVerdicts = new Map(verdicts);
  take(fresh);
  work.verdicts = verdicts;
  return [...differences.values()];
}

const nameOf = ({ kind, svcPaymentId, processorPaymentIntentId }: Difference): string =>
  `${kind} ${svcPaymentId} ${processorPaymentIntentId}`;

function closeSlice(work: DayWork): void {
  [work.verdicts, work.keptVerdicts] = [new Map(), new Map()];
  work.differences = [];
}
