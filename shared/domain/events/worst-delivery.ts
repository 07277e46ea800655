import { isFailing, type StandingCallback } from "./callback-health.ts";

const RANKS = ["none", "delivered", "pending", "held", "retrying", "dead"];

const rankOf = (callback: StandingCallback): number =>
  RANKS.indexOf(isFailing(callback) ? "retrying" : callback.delivery);

/** Of an event's deliveries the one that most needs a person; of equal ones the first. undefined: it has none. */
export const worstOf = <C extends StandingCallback>(deliveries: readonly C[]): C | undefined =>
  deliveries.reduce<C | undefined>(
    (worst, one) => (worst === undefined || rankOf(one) > rankOf(worst) ? one : worst),
    undefined,
  );
