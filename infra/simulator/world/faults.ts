import { matchPath } from "../http/router.ts";

/**
 * - hang: never answered, nothing applied
 * - drop_request: connection cut, nothing applied
 * - rate_limit: 429, nothing applied
 * - lock_timeout: 429 with another code (fact 15), nothing applied
 * - key_in_use: 409, nothing applied
 * - forbidden: 403 without a code, as for a missing right (fact 15), nothing applied
 * - proxy_rejection: 403 of something on the way, with JSON that is not the processor's, nothing applied
 * - error: 500, nothing applied, and remembered under the request's idempotency key
 * - error_applied: 500 and remembered too, yet what was asked has been done (fact 13: a 500 is indeterminate)
 * - reader_timeout: 400, yet the reader has received the command (fact 27)
 * - drop_reply: applied, then the connection is cut without an answer
 * - slow: applied, answered after delayMs; until then its idempotency key is in use
 */
export const FAULT_KINDS = [
  "hang",
  "drop_request",
  "rate_limit",
  "lock_timeout",
  "key_in_use",
  "forbidden",
  "proxy_rejection",
  "error",
  "error_applied",
  "reader_timeout",
  "drop_reply",
  "slow",
] as const;

export type Fault = {
  method: string;
  /** With `*` for any one segment; `/**` at the end stands for all that is below. */
  path: string;
  kind: (typeof FAULT_KINDS)[number];
  times: number;
  delayMs: number;
};

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let faults: Fault[] = [];
  return {
    add(fault: Fault): void {
      faults.push(fault);
    },
    clear(): void {
      faults = [];
    },
    /** The first fault meant for this request; it is used up by one. */
    take(method: string, path: string): Fault | undefined {
      const fault = faults.find(
        (candidate) =>
          ["*", method].includes(candidate.method) && matchPath(candidate.path, path) !== undefined,
      );
      if (fault) {
        fault.times -= 1;
        faults = faults.filter((candidate) => candidate.times > 0);
      }
      return fault;
    },
  };
}
