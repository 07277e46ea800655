import { afterEach, expect, it } from "vitest";
import { useService } from "../../support/use-service.ts";

const service = useService({ muted: true });

let isWatching = false;
afterEach(() => {
  isWatching = false;
});

/** Asks again as soon as it was answered, as an open page does on a machine that is busy. */
async function watch(): Promise<number> {
  let answers = 0;
  for (; isWatching; answers++) await service.api.call("GET", "/v1/payments");
  return answers;
}

it("a day passes while pages look at the service all the time: those who only look do not keep it from its rest", async () => {
  isWatching = true;
  const watchers = Array.from({ length: 8 }, watch);
  // Throws where something did not come to rest within ten seconds.
  await service.letPass(24 * 3600);
  isWatching = false;
  const answers = await Promise.all(watchers);
  expect(Math.min(...answers)).toBeGreaterThan(0);
}, 60_000);
