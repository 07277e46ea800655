import { afterEach, expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

let isWatching = false;
afterEach(() => {
  isWatching = false;
});

const statuses: number[] = [];

/** Asks again as soon as it was answered, as an open page does on a machine that is busy. */
async function watch(): Promise<void> {
  while (isWatching) statuses.push((await service.api.call("GET", "/v1/payments")).status);
}

it("a day passes while pages look at the service all the time: those who only look do not keep it from its rest", async () => {
  isWatching = true;
  const watchers = Array.from({ length: 8 }, watch);
  await service.eventually(async () => statuses.length > watchers.length);
  const before = statuses.length;
  // Throws where something did not come to rest in time.
  await service.letPass(24 * 3600);
  expect(statuses.length).toBeGreaterThan(before);
  isWatching = false;
  await Promise.all(watchers);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
