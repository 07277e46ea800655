import { Failure } from "../../shared/domain/failure.ts";

/** A clock that is off by less changes a link's five minutes by less than it takes to click it. */
const MARGIN_MS = 30_000;
const PATIENCE_MS = 5_000;

/**
 * How long a link lives, and which sessions are over and make room for it, is decided by the clock of the machine that
 * makes it. Elsewhere that is the service's; here it is the operator's, so the two must agree.
 */
export async function requireServiceClock(baseUrl: string): Promise<void> {
  const sentAt = Date.now();
  const serviceAt = await readServiceTime(baseUrl);
  const receivedAt = Date.now();
  // The service said its time somewhere between the two, in whole seconds.
  const aheadMs = Math.max(sentAt - serviceAt - 1000, 0) - Math.max(serviceAt - receivedAt, 0);
  if (Math.abs(aheadMs) <= MARGIN_MS) return;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  throw new Failure(
    "invalid_request",
    `This machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the service's. Set it first.`,
  );
}

/** Every answer has it, whatever it answers. */
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
