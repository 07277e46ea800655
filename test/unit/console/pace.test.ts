import { expect, it } from "vitest";
import { nextLookMs, SHORTEST_MS, slowerMs } from "../../../infra/pages/console/state/use-live.ts";

it("the page looks again after two and a half seconds, then less and less often, at least every minute", () => {
  const pauses = [SHORTEST_MS];
  while (pauses.length < 20) pauses.push(slowerMs(pauses.at(-1) ?? 0));
  const looks = pauses.map((pause) => Math.round(nextLookMs(pause, 0) / 100) / 10);
  expect(looks.slice(0, 4)).toEqual([2.5, 3.3, 4.2, 5.5]);
  expect(looks.at(-1)).toBe(60);
});

it("nothing is asked for before it is due, nor later than in a minute", () => {
  expect([nextLookMs(2_500, 30_000), nextLookMs(2_500, 90_000), nextLookMs(2_500, -5_000)]).toEqual([
    30_000, 60_000, 2_500,
  ]);
});
