import { Failure } from "../failure.ts";
import { DAY_SECONDS } from "../time.ts";

export function requireGrace(seconds: number, longestSeconds: number): void {
  if (Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= longestSeconds) return;
  throw new Failure(
    "invalid_request",
    `The grace period must be between 0 and ${longestSeconds / DAY_SECONDS} days.`,
  );
}
