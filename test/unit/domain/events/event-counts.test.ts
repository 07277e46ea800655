import { expect, it } from "vitest";
import type { DeliveryState } from "../../../../shared/domain/events/event.ts";
import {
  addCounts,
  attemptsIn,
  type CountedEvent,
  countEvents,
  hasOpenCallbacks,
  medianResponse,
  noAttempts,
} from "../../../../shared/domain/events/event-counts.ts";

const HOUR = "2026-11-18T10";
const at = Date.parse(`${HOUR}:59:59Z`);

const event = (...deliveries: CountedEvent["deliveries"]): CountedEvent => ({
  type: "payment.updated",
  receivedAt: 0,
  body: () => "",
  deliveries,
});

const accepted = { at, milliseconds: 80, status: 204 };
const rejected = { at, milliseconds: 80, status: 503, error: "http_503" };
const silent = { at: at + 1000, milliseconds: 10_000, error: "timeout" };

it("attempts are counted in their own hour, to every endpoint, whatever became of the event", () => {
  const counts = countEvents([
    event({ delivery: "dead", log: [rejected, silent] }),
    event({ delivery: "delivered", log: [rejected, accepted] }, { delivery: "pending", log: [rejected] }),
    event(),
  ]);
  expect(counts.attempts[HOUR]).toMatchObject({ accepted: 1, failed: 3 });
  // Without an answer there is no time of one.
  expect(counts.attempts["2026-11-18T11"]).toEqual({ accepted: 0, failed: 1, responses: {} });
  expect(Object.values(counts.attempts[HOUR]?.responses ?? {})).toEqual([4]);
  expect(attemptsIn([counts, counts], HOUR)).toMatchObject({ accepted: 2, failed: 6 });
  expect(attemptsIn([counts], "2026-11-18T12")).toEqual(noAttempts());
});

it("counts are open while a callback may be tried again", () => {
  const isOpen = (delivery: DeliveryState) => hasOpenCallbacks(countEvents([event({ delivery, log: [] })]));
  expect((["pending", "held", "delivered", "dead", "none"] as const).map(isOpen)).toEqual([
    ...[true, true, false, false, false],
  ]);
});

it("the median response is within a tenth of what was measured, over spans that are added", () => {
  const span = (milliseconds: number, count: number) =>
    countEvents(
      Array.from({ length: count }, () =>
        event({ delivery: "delivered", log: [{ ...accepted, milliseconds }] }),
      ),
    );
  expect(medianResponse(noAttempts())).toBe(null);
  const { attempts } = addCounts([span(20, 3), span(84, 4), span(9000, 2)]);
  const median = medianResponse(attempts[HOUR] ?? noAttempts()) ?? 0;
  expect(Math.abs(median - 84) / 84).toBeLessThan(0.1);
});
