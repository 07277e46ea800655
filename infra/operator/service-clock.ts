import { Failure } from "../../shared/domain/failure.ts";

/** A smaller difference does not matter for a link of five minutes. */
const MARGIN_MS = 30_000;
const PATIENCE_MS = 5_000;

/**
 * The clock of the machine that makes a link decides how long it lives, and which sessions are over. Here that is the
 * operator's, so it must agree with the service's.
 */
export async function requireServiceClock(baseUrl: string): Promise<void> {
  const sentAt = Date.now();
  const serviceAt = await readServiceTime(baseUrl);
  const receivedAt = Date.now();
  // The service's time lies between the two, in whole seconds.
  const aheadMs = Math.max(sentAt - serviceAt - 1000, 0) - Math.max(serviceAt - receivedAt, 0);
  if (Math.abs(aheadMs) <= MARGIN_MS) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  throw new Failure(
    "invalid_request",
    `This machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the service's. Set it first.`,
  );
}

async function readServiceTime(baseUrl: string): Promise<number> {
  const reply = await fetch(baseUrl, {
    method: "HEAD",
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((cause: Error) => {
    throw new Failure("service_unavailable", `The service at ${baseUrl} does not answer.`, { cause });
  });
  const serviceAt = Date.parse(reply.headers.get("date") ?? "");
  if (Number.isFinite(serviceAt)) return serviceAt;
  throw new Failure("service_unavailable", `The service at ${baseUrl} does not return its time.`);
}
