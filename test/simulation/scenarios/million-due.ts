import { dueAt, timeSort } from "../../../shared/ledger/table.ts";
import { deliveryItem, eventItem } from "../../support/event-item.ts";
import type { Item } from "../ledger/values.ts";
import { DueEntries, type DueEntry, eventIdOf, isDelivered } from "./due-entries.ts";
import { countOf, timesOf } from "./numbers.ts";
import {
  enterWorld,
  leaveWorld,
  putMerchant,
  type ScenarioMerchant,
  type ScenarioResult,
  type ScenarioWorld,
  sweepEveryMinute,
} from "./scenario-world.ts";

/*
 * 47: a million entries are due at once, as after an outage of the schedule, and more become due every second. The
 * sweep is the real function, invoked every minute; one of its runs dies in the middle of its work. Nine in ten entries
 * wait for a callback's next attempt. The others are unfinished events, which are to be visited, at most 300 a minute for
 * a merchant: the sweep puts off the rest.
 */

const ENTRIES = 1_000_000;
/** A prime number: all of them have both kinds of entries. */
const MERCHANTS = 41;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** How long the schedule has been out. */
const OUTAGE_MS = 6 * 60 * MINUTE_MS;
const FRESH_PER_SECOND = 10;
const LONGEST_RUN_MS = 20 * MINUTE_MS;
/** After the list is through: whatever would be sent again without need is. */
const AFTERWARDS_MS = 5 * MINUTE_MS;
/** What a run has in hand: a page of each shard. */
const IN_HAND = 16 * 100;
const LEAST_PER_SECOND = 2_000;

/** `share`: of a million. */
export async function runMillionDue(share: number): Promise<ScenarioResult> {
  const backlog = Math.round(share * ENTRIES);
  const made: { entries?: DueEntries; throughAt?: number } = {};
  const world = enterWorld({
    queues: (simulation) => {
      made.entries = new DueEntries(simulation, backlog);
      return made.entries;
    },
    receive: (callback) => entries.receive(callback),
    onWrite: noticeMove,
  });
  const entries = made.entries as DueEntries;
  const { simulation } = world;
  const { clock } = simulation;
  const merchants = Array.from({ length: MERCHANTS }, (_, number) => putMerchant(world, number));
  const put = (dueSince: number) => putEntry(world, entries, { merchants, dueSince });
  for (let nth = 0; nth < backlog; nth++) put(clock.now - Math.round((OUTAGE_MS * nth) / backlog));
  const startedAt = clock.now + MINUTE_MS;
  const isOver = () => clock.now > (made.throughAt ?? Number.POSITIVE_INFINITY) + AFTERWARDS_MS;
  clock.after(0, function becomeDue() {
    for (let nth = 0; nth < FRESH_PER_SECOND; nth++) put(clock.now);
    clock.after(SECOND_MS, becomeDue);
  });
  sweepEveryMinute(world);
  await clock.runUntil(startedAt + LONGEST_RUN_MS, isOver);
  const text = judge(world, entries, { backlog, tookMs: made.throughAt && made.throughAt - startedAt });
  leaveWorld(world);
  return { text, violations: simulation.violations, calls: simulation.calls };

  function noticeMove(before: Item | undefined, { pk, dueSort }: Item): void {
    if (before === undefined || before.dueSort === dueSort) return;
    // By the sweep, or off the list by a delivery that was faster.
    entries.move(String(pk));
    const { writer } = simulation;
    if (entries.moved === Math.floor(backlog / 2) && writer?.name === "sweep") writer.die();
    if (entries.movedOfBacklog === backlog) made.throughAt ??= clock.now;
  }
}

function putEntry(
  { table, simulation }: ScenarioWorld,
  entries: DueEntries,
  { merchants, dueSince }: { merchants: ScenarioMerchant[]; dueSince: number },
): void {
  const number = entries.add(dueSince);
  const eventId = eventIdOf(number);
  const { merchantId, accountId } = merchants[number % MERCHANTS] as ScenarioMerchant;
  const stored = { delivery: "pending", receivedAt: dueSince } as const;
  // Due since long ago, and in the feed since it was written, as everything there.
  const event = {
    ...eventItem({ eventId, merchantId }, stored),
    ...{ accountId, eventSort: timeSort(simulation.clock.now, eventId) },
  };
  const delivery = deliveryItem({ eventId, merchantId }, stored);
  if (isVisit(number)) {
    table.put({ ...event, finishedAt: undefined, ...dueAt(event, dueSince) }, {});
    return;
  }
  table.put({ ...delivery, ...dueAt(delivery, dueSince) }, {});
  table.put(event, {});
}

function judge(
  { simulation }: ScenarioWorld,
  entries: DueEntries,
  { backlog, tookMs }: { backlog: number; tookMs: number | undefined },
): string[] {
  if (tookMs === undefined) simulation.violate("47", "the due list is not through");
  const perSecond = (entries.moved + entries.putOff) / (entries.workedMs / SECOND_MS);
  if (perSecond < LEAST_PER_SECOND) simulation.violate("47", `${perSecond.toFixed(0)} entries a second`);
  const { now } = simulation.clock;
  // What became due within the last sweep's minute may still wait for the next.
  const standing = entries.all.filter(({ dueSince }) => dueSince < now - 2 * MINUTE_MS);
  const skipped = standing.filter(({ messages, isMoved }) => messages === 0 || !isMoved).length;
  if (skipped > 0) simulation.violate("47", `${skipped} entries are skipped`);
  const again = standing.reduce((sum, { messages }) => sum + Math.max(0, messages - 1), 0);
  if (again > IN_HAND) simulation.violate("47", `${again} entries are sent again`);
  if (entries.mostInHand > 2 * IN_HAND) simulation.violate("47", `${entries.mostInHand} entries in hand`);
  const delivered = standing.filter((_, number) => isDelivered(number));
  const wrong = delivered.filter(({ posts }) => posts !== 1).length;
  if (wrong > 0) simulation.violate("47", `${wrong} of ${delivered.length} events do not arrive once`);
  const of = (isOf: (number: number) => boolean) => standing.filter((_, number) => isOf(number));
  const freshOf = (kind: (number: number) => boolean) =>
    timesOf(of((number) => number >= backlog && kind(number)).map(waitOf));
  const [fresh, freshVisits] = [freshOf((number) => !isVisit(number)), freshOf(isVisit)];
  if (Math.max(fresh.maxMs, freshVisits.maxMs) > (tookMs ?? 0) + 2 * MINUTE_MS)
    simulation.violate("47", `what became due meanwhile waits ${freshVisits.maxMs} ms`);
  const visits = of((number) => number < backlog && isVisit(number)).length;
  return [
    `entries             ${countOf(backlog)} are due, of ${MERCHANTS} merchants; ${FRESH_PER_SECOND} more become due every second`,
    `through             after ${countOf(Math.round((tookMs ?? 0) / SECOND_MS))} s; a sweep moves ${countOf(Math.round(perSecond))} a second (allowed: ${countOf(LEAST_PER_SECOND)})`,
    `skipped             ${skipped}`,
    `sent again          ${countOf(again)}, of what the run that died had in hand (allowed: ${countOf(IN_HAND)})`,
    `in hand             ${countOf(entries.mostInHand)} at most, sent and not yet moved: the sweep's memory does not grow with the list`,
    `put off             ${countOf(entries.putOff)} times, of ${countOf(visits)} visits`,
    `fresh callbacks     are sent ${fresh.text} after they became due`,
    `fresh visits        are sent ${freshVisits.text} after they became due`,
    `delivered           ${countOf(delivered.length)} of them by the real function, each once`,
  ];
}

/** An unfinished event. */
const isVisit = (number: number): boolean => number % 10 === 1;

const waitOf = ({ dueSince, sentAt = Number.POSITIVE_INFINITY }: DueEntry): number => sentAt - dueSince;
