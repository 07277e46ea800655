import { describe, expect, it } from "vitest";
import {
  failingSince,
  type HealthEvent,
  judgeHealth as judge,
  lastAttempted,
} from "../../../../shared/domain/events/callback-health.ts";

const event = (
  delivery: HealthEvent["delivery"],
  log: HealthEvent["log"] = [],
  deliveryRound = 1,
): HealthEvent => ({ delivery, deliveryRound, log });
const HOUR_MS = 3_600_000;
const NOW = 1_780_000_000_000;
const attempt = (milliseconds: number, status?: number, deliveryRound = 1, at = NOW) => ({
  deliveryRound,
  at,
  milliseconds,
  status,
  ...(status !== 200 && status !== 204 && { error: status ? `status: ${status}` : "timeout" }),
});
const judgeHealth = (events: HealthEvent[], dead = 0) => judge(events, { dead, at: NOW });

describe("judgeHealth", () => {
  it("says nothing about nothing", () => {
    expect(judgeHealth([])).toEqual({
      events: 0,
      delivered: 0,
      waiting: 0,
      failing: 0,
      dead: 0,
      held: 0,
      answers: 0,
      p50AnswerMilliseconds: null,
    });
  });

  it("counts every event that has a callback once", () => {
    const health = judgeHealth(
      [
        event("none"),
        event("delivered", [attempt(10, 200)]),
        event("delivered", [attempt(20, 500), attempt(30, 204)]),
        event("pending"),
        event("pending", [attempt(40, 500)]),
        event("held"),
        event("dead", [attempt(50)]),
      ],
      1,
    );
    expect(health).toMatchObject({ events: 6, delivered: 2, waiting: 1, failing: 1, held: 1, dead: 1 });
    const { delivered, waiting, failing, dead, held } = health;
    expect(delivered + waiting + failing + dead + held).toBe(health.events);
  });

  it("does not call one failing that was redelivered after failures", () => {
    expect(judgeHealth([event("pending", [attempt(1, 500)], 2)])).toMatchObject({ waiting: 1, failing: 0 });
    const again = event("pending", [attempt(1, 500), attempt(1, 500, 2)], 2);
    expect(judgeHealth([again])).toMatchObject({ waiting: 0, failing: 1 });
  });

  it.each([
    [[7], 7],
    [[9, 1], 1],
    [[100, 1, 9], 9],
    [[4, 3, 2, 1], 2],
  ])("takes the median of the answers' times: %j → %i", (times, median) => {
    const log = times.map((milliseconds) => attempt(milliseconds, 200));
    expect(judgeHealth([event("delivered", log)]).p50AnswerMilliseconds).toBe(median);
  });

  it("counts no attempt that was not answered as an answer", () => {
    const health = judgeHealth([event("delivered", [attempt(10_000), attempt(5, 503), attempt(7, 200)])]);
    expect(health).toMatchObject({ answers: 2, p50AnswerMilliseconds: 5 });
  });

  it("counts what is open however old it is, and only deliveries and answers of the last day", () => {
    const old = NOW - 25 * HOUR_MS;
    const health = judgeHealth(
      [
        event("delivered", [attempt(1, 200, 1, old)]),
        event("delivered", [attempt(1, 500, 1, old), attempt(3, 200)]),
        event("pending", [attempt(1, 500, 1, old)]),
      ],
      30,
    );
    expect(health).toMatchObject({ events: 32, delivered: 1, failing: 1, dead: 30, answers: 1 });
  });
});

const ago = (hours: number) => NOW - hours * HOUR_MS;
const failed = (hours: number) => attempt(1, 500, 1, ago(hours));
const accepted = (hours: number) => event("delivered", [attempt(1, 200, 1, ago(hours))]);

it.each<[string, HealthEvent[], number | undefined]>([
  ["never, where nothing was tried", [event("pending"), event("held")], undefined],
  ["from its first failure on", [event("pending", [failed(3), failed(2)])], 3],
  [
    "from the first failure after the last success on",
    [accepted(4), event("dead", [failed(5), failed(3)])],
    3,
  ],
  [
    "not while it has accepted something within the hour",
    [accepted(0.9), event("pending", [failed(0.5)])],
    undefined,
  ],
  ["not where what is dead died before a success", [accepted(30), event("dead", [failed(2000)])], undefined],
  [
    "not where what failed was delivered later",
    [event("delivered", [failed(9), attempt(1, 200, 1, ago(8))])],
    undefined,
  ],
  [
    "not where nothing could be posted",
    ["subject_missing", "damaged_record", "too_late"].map((error) =>
      event("dead", [{ ...failed(3), status: undefined, error }]),
    ),
    undefined,
  ],
])("an endpoint fails: %s", (_, events, hours) => {
  expect(failingSince(events, NOW)).toBe(hours === undefined ? undefined : ago(hours));
});

it("lastAttempted names the event of the newest attempt, which may be an old event's", () => {
  const tried = (eventId: string, ...minutesAgo: number[]) => ({
    eventId,
    log: minutesAgo.map((minutes) => attempt(10, 200, 1, NOW - minutes * 60_000)),
  });
  expect(lastAttempted([tried("new"), tried("young", 9), tried("old", 90, 3), tried("dead", 40)])).toBe(
    "old",
  );
  expect(lastAttempted([tried("new")])).toBeNull();
});
