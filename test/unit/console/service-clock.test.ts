import { afterEach, expect, it, vi } from "vitest";
import { learnServiceTime, serviceNowMs } from "../../../functions/console/page/api/service-clock.ts";

afterEach(() => vi.useRealTimers());

it("the console's now is the service's, whatever the browser's clock says", () => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
  learnServiceTime("Tue, 01 Jan 2030 02:00:00 GMT");
  vi.advanceTimersByTime(5_000);
  expect(serviceNowMs()).toBe(Date.UTC(2030, 0, 1, 2, 0, 5));
});

it("the console keeps the time that it knows when an answer has none", () => {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
  learnServiceTime("Tue, 01 Jan 2030 02:00:00 GMT");
  learnServiceTime(null);
  learnServiceTime("no time");
  expect(serviceNowMs()).toBe(Date.UTC(2030, 0, 1, 2));
});
