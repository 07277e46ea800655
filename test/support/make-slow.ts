import { vi } from "vitest";
import type { FaultyWire, Passing } from "./faulty-wire.ts";

/**
 * Each call that matches takes so much of its function's time, until the answer is called. The test does not wait for it:
 * the clock that a function counts its remaining time by is moved instead.
 */
export function makeSlow(
  wire: FaultyWire,
  matches: (call: Passing) => boolean,
  milliseconds: number,
): () => void {
  const realNow = performance.now.bind(performance);
  let takenMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => realNow() + takenMs);
  const takeTime = (call: Passing): boolean => {
    if (matches(call)) takenMs += milliseconds;
    return false;
  };
  // It matches nothing, so the call passes as it is.
  wire.inject(takeTime, { kind: "drop_request" });
  return () => {
    clock.mockRestore();
    wire.clear();
  };
}
