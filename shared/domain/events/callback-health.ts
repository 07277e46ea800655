import type { DeliveryState } from "./event.ts";

export type HealthEvent = {
  delivery: DeliveryState;
  generation: number;
  log: readonly { generation: number; milliseconds: number; status?: number | undefined }[];
};

export type CallbackHealth = {
  events: number;
  delivered: number;
  /** On their way for the first time, or after a redelivery. */
  waiting: number;
  /** On their way, after at least one attempt that failed. */
  failing: number;
  dead: number;
  held: number;
  answers: number;
  /** null without answers. */
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

/** Attempts before a redelivery do not count. */
const isFailing = ({ delivery, generation, log }: HealthEvent): boolean =>
  delivery === "pending" && log.some((attempt) => attempt.generation === generation);

/** The lower of two in the middle, so that it is a measured time. */
const medianOf = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1] ?? null;
