/** Longer than the gateway waits for any function: after it no answer comes. */
export const TIMEOUT_MS = 35_000;

const LATE = `The service did not respond within ${TIMEOUT_MS / 1000} seconds.`;

/** What was only to be read can be asked for again; what was to be done may have been done. */
export function lateText({
  method,
  idempotencyKey,
}: {
  method: string;
  idempotencyKey?: string | undefined;
}) {
  if (method === "GET") return `${LATE} Try again.`;
  const advice = idempotencyKey
    ? "Retry: it is the same request and runs only once."
    : "Check the current state before you repeat it.";
  return `${LATE} The outcome is unknown. ${advice}`;
}
