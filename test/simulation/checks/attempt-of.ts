import type { Item } from "../ledger/values.ts";
import type { Simulation } from "../world/simulation.ts";

/** By what an attempt is known to the checks: the latest one of a delivery. */
export const attemptOf = ({ eventId, endpointId, deliveryRound, attempts }: Item): string =>
  `${endpointId}: ${eventId}, attempt ${attempts} of round ${deliveryRound}`;

/** Of an attempt that one of these endpoints has heard of. */
export function notePosted(
  { claimedAttempts }: Simulation,
  { "Svc-Event-Id": eventId, "Svc-Attempt": attempt }: Record<string, string>,
  isMeant: (endpointId: string) => boolean,
): void {
  for (const key of claimedAttempts.keys()) {
    const [endpointId = "", posted = ""] = key.split(": ");
    if (isMeant(endpointId) && posted.startsWith(`${eventId}, attempt ${attempt} `))
      claimedAttempts.delete(key);
  }
}
