import { isFailing, type StandingCallback } from "./callback-health.ts";

const RANKS = ["none", "delivered", "pending", "held", "retrying", "dead"];

const rankOf = (callback: StandingCallback): number =>
  RANKS.indexOf(isFailing(callback) ? "retrying" : callback.delivery);

/** Of an event's callbacks the one that most needs a person; of equal ones the first. */
export const worstOf = <C extends StandingCallback>(first: C, further: readonly C[]): C =>
  further.reduce((worst, one) => (rankOf(one) > rankOf(worst) ? one : worst), first);
