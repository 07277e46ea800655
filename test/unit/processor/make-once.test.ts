import { expect, it, vi } from "vitest";
import { Failure, type ProcessorSays } from "../../../shared/domain/failure.ts";
import { makeOnce } from "../../../shared/processor/make-once.ts";

const ONCE = { processorKey: "key", isCallersKey: true, at: 125_000 };

const unavailable = (processorSays: ProcessorSays) =>
  new Failure("processor_unavailable", "later", { processorSays });

/** The first request fails so; what is looked for is found, or not. */
function steps(failure: unknown, found?: string) {
  const make = vi.fn(async (key: string) => `made under ${key}`);
  make.mockRejectedValueOnce(failure);
  return { make, find: vi.fn(async () => found) };
}

it("what the processor makes at the first request is not looked for", async () => {
  const find = vi.fn(async () => undefined);
  expect(await makeOnce(ONCE, { make: async (key) => key, find })).toBe("key");
  expect(find).not.toHaveBeenCalled();
});

it("what a fault of the processor's has made all the same is found, and not made again", async () => {
  const { make, find } = steps(unavailable("saved_error"), "found");
  expect(await makeOnce(ONCE, { make, find })).toBe("found");
  expect(make).toHaveBeenCalledTimes(1);
});

it("what a fault of the processor's has not made is made under a key of the minute, because the first is stuck", async () => {
  const { make, find } = steps(unavailable("saved_error"));
  expect(await makeOnce(ONCE, { make, find })).toBe("made under key.2");
});

it("a fault of the processor's is passed on where the caller gave no key to find anything by", async () => {
  const failure = unavailable("saved_error");
  const { make, find } = steps(failure);
  await expect(makeOnce({ ...ONCE, isCallersKey: false }, { make, find })).rejects.toBe(failure);
  expect([make.mock.calls.length, find.mock.calls.length]).toEqual([1, 0]);
});

it("the same request that is still in flight is in progress, and may be asked for again in a second", async () => {
  const { make, find } = steps(unavailable("key_in_use"));
  await expect(makeOnce(ONCE, { make, find })).rejects.toMatchObject({
    code: "in_progress",
    extras: { retryAfterSeconds: 1 },
  });
  expect(find).not.toHaveBeenCalled();
});

it.each([
  ["a rejection", new Failure("processor_rejected", "no", { processorSays: "rejected" })],
  ["a conflict", new Failure("idempotency_conflict", "another body")],
  ["a lost reply", unavailable("nothing")],
  ["a bug", new TypeError("a bug")],
])("%s is passed on, and nothing is made under another key", async (_, failure) => {
  const { make, find } = steps(failure);
  await expect(makeOnce(ONCE, { make, find })).rejects.toBe(failure);
  expect([make.mock.calls.length, find.mock.calls.length]).toEqual([1, 0]);
});
