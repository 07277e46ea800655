import { Failure } from "../domain/failure.ts";
import { remainingMs } from "../runtime/invocation.ts";

/** A problem is answered before the platform cuts the connection. */
export const EARLY_MS = 500;

export const tookTooLong = (): Failure =>
  new Failure("service_unavailable", "The request took too long. Send it again.", { retryAfterSeconds: 1 });

/** middy's own early timeout begins with the handler. */
export async function beforeTimeIsUp<T>(work: Promise<T>): Promise<T> {
  const leftMs = remainingMs() - EARLY_MS;
  if (!Number.isFinite(leftMs)) return work;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong()), leftMs);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
