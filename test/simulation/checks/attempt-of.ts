import type { Item } from "../ledger/values.ts";

/** By what an attempt is known to the checks: the latest one of an event's record. */
export const attemptOf = ({ eventId, generation, attempts }: Item): string =>
  `${eventId}, generation ${generation}, attempt ${attempts}`;
