import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MissedEventsSearch } from "../../../infra/local/missed-events-search.ts";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const BEGIN_MS = Date.parse("2026-03-01T10:30:00Z");

/** Hours after the beginning. */
let searchedAt: number[];
let lastEventAtMs: number;
let search: MissedEventsSearch;

const hour = () => (Date.now() - BEGIN_MS) / HOUR_MS;

beforeEach(() => {
  vi.useFakeTimers({ now: BEGIN_MS });
  searchedAt = [];
  lastEventAtMs = 0;
  const options = { name: "missed-events", schedule: { everyMinutes: 60 }, timeoutSeconds: 60 };
  const handler = async () => searchedAt.push(hour());
  search = new MissedEventsSearch(options, handler, () => lastEventAtMs);
});
afterEach(async () => {
  await search.stop();
  vi.useRealTimers();
});

/** As the clock walks: from stop to stop, which are the search's own and those at which the processor makes an event. */
function walk(hours: number, eventsAt: number[] = []): void {
  search.beginWalk();
  const until = hour() + hours;
  const left = [...eventsAt];
  while (hour() < until) {
    const stop = Math.min((search.nextStopAtMs - BEGIN_MS) / HOUR_MS, left[0] ?? until, until);
    vi.setSystemTime(BEGIN_MS + stop * HOUR_MS);
    search.start();
    if (search.dueAtMs <= Date.now()) void search.run();
    if (stop === left[0]) lastEventAtMs = BEGIN_MS + Number(left.shift()) * HOUR_MS;
  }
}

it("while the processor makes no event, missed ones are searched for at first, and then once a day", () => {
  walk(3 * DAY_HOURS);
  expect(searchedAt).toEqual([1, 25, 49]);
});

it("missed events are searched for at the first two full hours after the processor made one", () => {
  walk(DAY_HOURS, [5.25, 5.5, 9]);
  expect(searchedAt).toEqual([1, 6, 7, 10, 11]);
});

it("missed events are searched for in each walk, whatever happened before it", () => {
  for (const hours of [2, 2, 2]) walk(hours);
  expect(searchedAt).toEqual([1, 3, 5]);
});

it("missed events are searched for every hour of real time, event or not", async () => {
  search.start();
  await vi.advanceTimersByTimeAsync(4 * HOUR_MS);
  expect(searchedAt).toEqual([1, 2, 3, 4]);
});
