import type { DeliveryState } from "./event.ts";

/** Of an event's record, what tells how its callback fares. */
export type HealthEvent = {
  delivery: DeliveryState;
  generation: number;
  log: readonly { generation: number; milliseconds: number; status?: number | undefined }[];
};

/** How an endpoint fares: of the events that have a callback, how many stand how, and how quickly it answers. */
export type CallbackHealth = {
  events: number;
  delivered: number;
  /** On their way for the first time, or after a redelivery. */
  waiting: number;
  /** On their way, after at least one attempt that failed. */
  failing: number;
  dead: number;
  held: number;
  /** How many attempts were answered, whatever the answer was. */
  answers: number;
  /** Half of the answers came within this time; null where there are none. */
  p50AnswerMilliseconds: number | null;
};

export function judgeHealth(all: readonly HealthEvent[]): CallbackHealth {
  const events = all.filter(({ delivery }) => delivery !== "none");
  const count = (delivery: DeliveryState) => events.filter((event) => event.delivery === delivery).length;
  const failing = events.filter(isFailing).length;
  const answerMilliseconds = events.flatMap(({ log }) =>
    log.filter(({ status }) => status !== undefined).map(({ milliseconds }) => milliseconds),
  );
  return {
    events: events.length,
    delivered: count("delivered"),
    waiting: count("pending") - failing,
    failing,
    dead: count("dead"),
    held: count("held"),
    answers: answerMilliseconds.length,
    p50AnswerMilliseconds: medianOf(answerMilliseconds),
  };
}

/** What is still on its way has no attempt that succeeded; attempts before a redelivery say nothing about it. */
const isFailing = ({ delivery, generation, log }: HealthEvent): boolean =>
  delivery === "pending" && log.some((attempt) => attempt.generation === generation);

/** The lower one of two in the middle: a time that was measured. */
const medianOf = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? null;
