import { setTimeout as pause } from "node:timers/promises";
import { isFailure } from "../../shared/domain/failure.ts";

const WAITS_MS = [500, 2_000, 8_000];

/** A ledger or queue that is busy for a moment must not end long work. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error, "service_unavailable")) throw error;
      await pause(waitMs);
    }
  }
  return work();
}
