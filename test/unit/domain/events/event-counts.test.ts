import { describe, expect, it } from "vitest";
import {
  addCounts,
  type CountedEvent,
  countEvents,
  medianResponse,
  noCounts,
} from "../../../../shared/domain/events/event-counts.ts";

const event = (more: Partial<CountedEvent>): CountedEvent => ({
  type: "payment.updated",
  delivery: "none",
  generation: 1,
  log: [],
  receivedAt: 0,
  body: () => "",
  ...more,
});

describe("events count", () => {
  it("as callbacks: delivered, failed, retrying after an attempt of this round, and waiting", () => {
    const sent = (delivery: CountedEvent["delivery"], generations: number[] = []) =>
      event({
        delivery,
        generation: 2,
        log: generations.map((generation) => ({ generation, milliseconds: 80, status: 503 })),
      });
    const counts = countEvents([
      sent("delivered", [1, 2]),
      sent("dead"),
      sent("pending", [1, 2]),
      sent("pending", [1]),
      sent("held"),
      sent("none"),
    ]);
    expect(counts).toMatchObject({ delivered: 1, failed: 1, retrying: 1, waiting: 2 });
    const sentTwice = { ...sent("delivered", [2]), further: [sent("pending", [2]), sent("none")] };
    const { responses, ...once } = countEvents([sentTwice]);
    expect(once).toMatchObject({ delivered: 0, failed: 0, retrying: 1, waiting: 0 });
    expect(Object.values(responses)).toEqual([2]);
  });
});

it("the median response is within a tenth of what was measured, over hours that are added", () => {
  const hour = (milliseconds: number, count: number) =>
    countEvents(
      Array.from({ length: count }, () =>
        event({ delivery: "delivered", log: [{ generation: 1, milliseconds, status: 204 }] }),
      ),
    );
  expect(medianResponse(noCounts())).toBe(null);
  const median = medianResponse(addCounts([hour(20, 3), hour(84, 4), hour(9000, 2)])) ?? 0;
  expect(Math.abs(median - 84) / 84).toBeLessThan(0.1);
});
