import { DAY_MS, HOUR_MS } from "../time.ts";
import type { DeliveryState } from "./event.ts";

/** Of a callback's record, what tells how it stands. */
export type StandingCallback<A = { deliveryRound: number }> = {
  delivery: DeliveryState;
  deliveryRound: number;
  log: readonly A[];
};

/** Of an event's record, what tells how its callback fares. */
export type HealthEvent = StandingCallback<Attempt>;

type Attempt = {
  deliveryRound: number;
  at: number;
  milliseconds: number;
  status?: number | undefined;
  error?: string | undefined;
};

/** How an endpoint fares: what is open now, and what became of the last day's attempts. */
export type CallbackHealth = {
  /** All that follow, up to `held`. */
  events: number;
  /** In the last day. */
  delivered: number;
  /** On their way for the first time, or after a redelivery. */
  waiting: number;
  /** On their way, after at least one attempt that failed. */
  failing: number;
  dead: number;
  held: number;
  /** How many attempts of the last day were answered, whatever the answer was. */
  answers: number;
  /** Half of the answers came within this time; null where there are none. */
  p50AnswerMilliseconds: number | null;
};

/** `since`: when the last day began. `lookedBackTo`: when the oldest event was received that was looked at, if there are older ones. */
export type HealthReport = CallbackHealth & {
  since: number;
  lookedBackTo: number | null;
  lastEventId: string | null;
};

export const HEALTH_WINDOW_MS = DAY_MS;

/** `dead`: counted elsewhere, because they may be older than all that was looked at. */
export function judgeHealth(
  all: readonly HealthEvent[],
  { dead, at }: { dead: number; at: number },
): CallbackHealth {
  const isRecent = (attempt: Attempt | undefined) =>
    attempt !== undefined && attempt.at >= at - HEALTH_WINDOW_MS;
  const count = (is: (event: HealthEvent) => boolean) => all.filter(is).length;
  const delivered = count(({ delivery, log }) => delivery === "delivered" && isRecent(log.at(-1)));
  const failing = count(isFailing);
  const waiting = count(({ delivery }) => delivery === "pending") - failing;
  const held = count(({ delivery }) => delivery === "held");
  const answers = all.flatMap(({ log }) => log).filter((one) => isRecent(one) && one.status !== undefined);
  return {
    events: delivered + waiting + failing + dead + held,
    delivered,
    waiting,
    failing,
    dead,
    held,
    answers: answers.length,
    p50AnswerMilliseconds: medianOf(answers.map(({ milliseconds }) => milliseconds)),
  };
}

/** The event of the newest attempt, which may be a retry of an old one. null: nothing was attempted. */
export function lastAttempted(all: readonly { eventId: string; log: readonly { at: number }[] }[]) {
  const triedAt = ({ log }: (typeof all)[number]) => log.at(-1)?.at ?? 0;
  const last = all.reduce<(typeof all)[number] | undefined>(
    (best, one) => (triedAt(one) > (best ? triedAt(best) : 0) ? one : best),
    undefined,
  );
  return last?.eventId ?? null;
}

/** What is still on its way has no attempt that succeeded; attempts before a redelivery say nothing about it. */
const isFailing = ({ delivery, deliveryRound, log }: StandingCallback): boolean =>
  delivery === "pending" && log.some((attempt) => attempt.deliveryRound === deliveryRound);

/** The lower one of two in the middle: a time that was measured. */
const medianOf = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? null;

/** An endpoint that has accepted something within this time is not failing, whatever fails beside it. */
const PATIENCE_MS = HOUR_MS;

export const hasAcceptedLately = (events: readonly HealthEvent[], at: number): boolean =>
  lastAcceptedAt(events) > at - PATIENCE_MS;

/**
 * When the failures began: the first attempt that failed after the last one that was accepted, of events that are not
 * delivered yet. undefined: the endpoint accepts events, or none was tried since.
 */
export function failingSince(events: readonly HealthEvent[], at: number): number | undefined {
  if (hasAcceptedLately(events, at)) return undefined;
  const acceptedAt = lastAcceptedAt(events);
  const failedAt = events
    .filter((event) => event.delivery === "dead" || isFailing(event))
    .flatMap(({ log }) => log.filter((attempt) => isRejected(attempt) && attempt.at > acceptedAt))
    .map((attempt) => attempt.at);
  return failedAt.length > 0 ? Math.min(...failedAt) : undefined;
}

export const lastAcceptedAt = (events: readonly HealthEvent[]): number =>
  Math.max(
    0,
    ...events.flatMap(({ log }) => log.filter(({ error }) => error === undefined).map(({ at }) => at)),
  );

/** Nothing was posted, for a reason of our own. */
const NOT_POSTED: readonly string[] = ["subject_missing", "damaged_record", "too_late"];

const isRejected = ({ error }: Attempt): boolean => error !== undefined && !NOT_POSTED.includes(error);

const RANKS = ["none", "delivered", "pending", "held", "retrying", "dead"];

const rankOf = (callback: StandingCallback): number =>
  RANKS.indexOf(isFailing(callback) ? "retrying" : callback.delivery);

/** Of an event's deliveries the one that most needs a person; of equal ones the first. undefined: it has none. */
export const worstOf = <C extends StandingCallback>(deliveries: readonly C[]): C | undefined =>
  deliveries.reduce<C | undefined>(
    (worst, one) => (worst === undefined || rankOf(one) > rankOf(worst) ? one : worst),
    undefined,
  );
