import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beforeTimeIsUp } from "../../../shared/lambda/http.ts";
import { runInvocation } from "../../../shared/runtime/invocation.ts";

/* What is awaited before the handler, while the function's time runs out. */
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Waits for something that takes so long, in an invocation that has so much time left. */
async function waitFor(workMs: number, leftMs?: number): Promise<string> {
  const work = () =>
    beforeTimeIsUp(new Promise<string>((resolve) => setTimeout(() => resolve("done"), workMs))).catch(
      (error: { code: string; message: string; extras: object }) =>
        `${error.code}: ${error.message} ${JSON.stringify(error.extras)}`,
    );
  const waiting = leftMs === undefined ? work() : runInvocation(() => leftMs, work);
  await vi.advanceTimersByTimeAsync(workMs);
  return waiting;
}

it("what takes too long is answered as such half a second before the platform would cut the connection", async () => {
  expect(await waitFor(1_499, 2_000)).toBe("done");
  expect(await waitFor(1_501, 2_000)).toMatch(/^service_unavailable: .*too long.*"retryAfterSeconds":1/);
});

it("an operator's command has no hurry", async () => {
  expect(await waitFor(3_600_000)).toBe("done");
});

it("nothing is left waiting once the work is done", async () => {
  await waitFor(1, 60_000);
  expect(vi.getTimerCount()).toBe(0);
});
