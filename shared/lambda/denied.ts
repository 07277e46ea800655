import { isFailure } from "../domain/failure.ts";

/**
 * Whether AWS said that the role may not. It reaches clients as "not now", like an outage, but no waiting mends it: a
 * grant is missing, most likely since the deploy that is just going on.
 */
export function isDenied(error: unknown): boolean {
  const cause = isFailure(error) ? error.extras.cause : error;
  return cause instanceof Error && /AccessDenied/.test(cause.name);
}
