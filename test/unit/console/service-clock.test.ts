import { afterEach, expect, it, vi } from "vitest";
import {
  learnServiceTime,
  serviceNowMs,
  whenServiceReaches,
} from "../../../infra/pages/console/api/service-clock.ts";

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

/** A clock at noon on both sides, and a session that ends in an hour. */
function watchOneHour() {
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1, 12) });
  learnServiceTime("Tue, 01 Jan 2030 12:00:00 GMT");
  const tab = new EventTarget();
  const act = vi.fn();
  const cancel = whenServiceReaches(Date.UTC(2030, 0, 1, 13), act, tab);
  return { tab, act, cancel };
}

it("a session's end comes once, at its time", () => {
  const { act, tab } = watchOneHour();
  vi.advanceTimersByTime(3_599_000);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  tab.dispatchEvent(new Event("visibilitychange"));
  learnServiceTime("Tue, 01 Jan 2030 14:00:00 GMT");
  vi.advanceTimersByTime(3_600_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it("a session's end that passed while the machine slept is noticed when the tab is looked at again", () => {
  const { act, tab } = watchOneHour();
  // Timers stand still while a machine sleeps, its clock does not.
  vi.setSystemTime(Date.UTC(2030, 0, 1, 20));
  expect(act).not.toHaveBeenCalled();
  tab.dispatchEvent(new Event("visibilitychange"));
  expect(act).toHaveBeenCalledTimes(1);
});

it("a session's end is noticed as soon as an answer says that the service is there already", () => {
  const { act } = watchOneHour();
  learnServiceTime("Tue, 01 Jan 2030 12:30:00 GMT");
  vi.advanceTimersByTime(1_799_000);
  expect(act).not.toHaveBeenCalled();
  learnServiceTime("Tue, 01 Jan 2030 13:00:00 GMT");
  expect(act).toHaveBeenCalledTimes(1);
});

it("a watch for a session's end that was canceled does nothing any more", () => {
  const { act, cancel, tab } = watchOneHour();
  cancel();
  vi.advanceTimersByTime(7_200_000);
  tab.dispatchEvent(new Event("visibilitychange"));
  learnServiceTime("Tue, 01 Jan 2030 14:00:00 GMT");
  expect(act).not.toHaveBeenCalled();
});
