/**
 * - hang: never answered, nothing applied
 * - drop_request: connection cut, nothing applied
 * - rate_limit: 429, nothing applied
 * - key_in_use: 409, nothing applied
 * - error: 500, nothing applied, and remembered under the request's idempotency key
 * - drop_reply: applied, then the connection is cut without an answer
 * - slow: applied, answered after delayMs; until then its idempotency key is in use
 */
export const FAULT_KINDS = [
  "hang",
  "drop_request",
  "rate_limit",
  "key_in_use",
  "error",
  "drop_reply",
  "slow",
] as const;

export type Fault = {
  method: string;
  /** A path with `*` for any one segment. */
  path: string;
  kind: (typeof FAULT_KINDS)[number];
  /** How many more matching requests it befalls. */
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
      const fault = faults.find((candidate) => candidate.method === method && matches(candidate.path, path));
      if (fault) {
        fault.times -= 1;
        faults = faults.filter((candidate) => candidate.times > 0);
      }
      return fault;
    },
  };
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((segment, place) => segment === "*" || segment === given[place])
  );
}
