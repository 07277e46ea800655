import { describe, expect, it } from "vitest";
import { type HealthEvent, judgeHealth } from "../../../../shared/domain/events/callback-health.ts";

const event = (
  delivery: HealthEvent["delivery"],
  log: HealthEvent["log"] = [],
  generation = 1,
): HealthEvent => ({
  delivery,
  generation,
  log,
});
const attempt = (milliseconds: number, status?: number, generation = 1) => ({
  generation,
  milliseconds,
  status,
});

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
    const health = judgeHealth([
      event("none"),
      event("delivered", [attempt(10, 200)]),
      event("delivered", [attempt(20, 500), attempt(30, 204)]),
      event("pending"),
      event("pending", [attempt(40, 500)]),
      event("held"),
      event("dead", [attempt(50)]),
    ]);
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
});
