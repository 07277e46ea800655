import { visitPace } from "../../domain/due-schedule.ts";
import { redeliveryDelaySeconds } from "../../domain/events/callback-delivery.ts";
import {
  countUnresolved,
  type DueItem,
  listDue,
  moveDue,
  postponeDue,
  SHARDS,
  timeOf,
} from "../../ledger/due.ts";
import { type OpenWork, openWorkOf } from "../../ledger/open-work.ts";
import { sendCallbacks, sendVisits } from "../../queues/queue.ts";
import { count, describeError, log, measure } from "../../runtime/logger.ts";

/*
 * The sweep: once a minute it goes through what is due and sends it to where it is worked on.
 *
 * Send first, then move. When the sweep dies in between, the next one sends again: a second message does no harm, an
 * entry that was moved without a message would wait for hours. The move is conditional on the place that was read, so
 * two sweeps at once move an entry once, and an item that was closed meanwhile stays closed.
 *
 * A delivery that only waits for its next attempt gets its callback message; everything else is visited, through a queue
 * of its own with few workers, because visits ask the processor and must not take its rate from payments. A merchant gets
 * so many visits a minute; the rest is put off, so that one merchant's flood leaves the others theirs.
 */

const PAGE = 100;

export type SweepReport = { sent: number; failedShards: number };

/** `endsAt`: when to stop, between two pages; the next sweep goes on. */
export async function sweep(clock: { now: () => number; endsAt: number }): Promise<SweepReport> {
  const now = clock.now();
  const pace: Pace = { callbacks: new Map(), visits: new Map() };
  const outcomes = await Promise.all(SHARDS.map((shard) => sweepShard(shard, { ...clock, pace })));
  reportAge(outcomes, now);
  const failedShards = outcomes.filter(({ failed }) => failed).length;
  const sent = outcomes.reduce((sum, outcome) => sum + outcome.sent, 0);
  measure("UnresolvedWork", await countUnresolved());
  if (failedShards === 0) count("Sweeps");
  return { sent, failedShards };
}

type ShardOutcome = {
  sent: number;
  failed: boolean;
  /** Since when the first of what was found has been due. */
  oldestDueAt?: number;
};

/** How late the list was when this sweep came: an alarm watches it. */
function reportAge(outcomes: ShardOutcome[], now: number): void {
  const oldest = Math.min(now, ...outcomes.flatMap(({ oldestDueAt }) => oldestDueAt ?? []));
  measure("OldestDueSeconds", Math.round((now - oldest) / 1000));
}

async function sweepShard(
  shard: string,
  { now, endsAt, pace }: { now: () => number; endsAt: number; pace: Pace },
): Promise<ShardOutcome> {
  const until = now();
  const outcome: ShardOutcome = { sent: 0, failed: false };
  let after: string | undefined;
  try {
    do {
      const page = await listDue(shard, { until, after, limit: PAGE });
      const [first] = page.items;
      if (first) outcome.oldestDueAt ??= timeOf(first);
      outcome.sent += await sendAndMove(page.items.flatMap(knownWork), now(), pace);
      after = page.next;
    } while (after !== undefined && now() < endsAt);
  } catch (error) {
    log("error", "a part of the due list could not be swept", describeError(error));
    outcome.failed = true;
  }
  return outcome;
}

/** What this release does not know keeps its place, where the age of the list shows it, and stops nothing else. */
function knownWork(item: DueItem): OpenWork[] {
  const work = openWorkOf(item);
  if (work) return [work];
  const code = [item.pk, item.sk].map((part) => part.split("#")[0]).join(" ");
  log("error", "the due list has an item of no known kind", { code, merchantId: item.merchantId });
  return [];
}

/** What a due item gets. A delivery that waits for its attempt gets its message, and everything else a visit. */
type Step =
  | { kind: "message"; work: WaitingDelivery; delaySeconds: number }
  | { kind: "visit"; work: OpenWork; delaySeconds: number }
  | { kind: "put_off"; work: OpenWork; until: number };

async function sendAndMove(due: OpenWork[], at: number, pace: Pace): Promise<number> {
  const steps = due.map((work) => decideStep(work, at, pace));
  const messages = steps.filter((step) => step.kind === "message");
  const visits = steps.filter((step) => step.kind === "visit");
  await Promise.all([
    sendCallbacks(messages.map(({ work: { record }, delaySeconds }) => ({ ...record, delaySeconds }))),
    sendVisits(
      visits.map(({ work: { record }, delaySeconds }) => ({
        ...record,
        visit: record.dueStep + 1,
        delaySeconds,
      })),
    ),
  ]);
  // One by one, because all shards are swept at the same time: more requests than sockets would only wait and give up.
  for (const step of steps) await move(step, at);
  return messages.length + visits.length;
}

/** What became due within a minute is spread over the next: no server is run over, and the processor has time for others. */
function decideStep(work: OpenWork, at: number, pace: Pace): Step {
  if (isWaitingForAttempt(work)) {
    const until = nextAttemptOf(work);
    // An attempt is under way, or its message is in the queue, hidden until then.
    if (until > at) return { kind: "put_off", work, until };
    const nth = countOf(pace.callbacks, work.record.endpointId);
    return { kind: "message", work, delaySeconds: redeliveryDelaySeconds(nth) };
  }
  if (!asksProcessor(work)) return { kind: "visit", work, delaySeconds: 0 };
  const paced = visitPace(countOf(pace.visits, work.record.merchantId));
  return "putOffMs" in paced
    ? { kind: "put_off", work, until: at + paced.putOffMs }
    : { kind: "visit", work, ...paced };
}

/** On its way, and nothing else is to be done about it than to send its message. */
export const isWaitingForAttempt = (work: OpenWork): work is WaitingDelivery =>
  work.kind === "delivery" && work.record.delivery === "pending";

type WaitingDelivery = Extract<OpenWork, { kind: "delivery" }>;

const nextAttemptOf = ({ record: { nextAttemptAt = 0, leaseExpiresAt = 0 } }: WaitingDelivery): number =>
  Math.max(nextAttemptAt, leaseExpiresAt);

/** The service's own events are the ledger's alone. */
const asksProcessor = (work: OpenWork): boolean =>
  work.kind === "event"
    ? work.record.source !== "service"
    : work.kind !== "events_work" && work.kind !== "delivery";

/** How many callbacks of each endpoint, and how many visits of each merchant that ask the processor, this sweep has counted. */
type Pace = { callbacks: Map<string, number>; visits: Map<string, number> };

function countOf(counted: Map<string, number>, name: string): number {
  const nth = counted.get(name) ?? 0;
  counted.set(name, nth + 1);
  return nth;
}

/** The last step of a schedule leads to the unresolved, which an alarm counts. */
async function move(step: Step, at: number): Promise<void> {
  const { record } = step.work;
  if (step.kind === "put_off") {
    await postponeDue(record, step.until);
    return;
  }
  const moved = await moveDue(record, step.kind, at);
  if (moved === "unresolved") count("WorkGivenUp");
}
