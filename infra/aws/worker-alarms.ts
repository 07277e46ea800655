import { FUNCTIONS } from "../topology.ts";
import { failuresOf, faultsOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** Those whose crash no caller notices. Delivery has alarms of its own, and its canary watches it at all times. */
const WORKERS = FUNCTIONS.filter(
  ({ name, schedule, consumes }) => (schedule || consumes) && name !== "delivery",
);

export const workerAlarms = (watched: Watched): AlarmSpec[] =>
  WORKERS.map(({ name, consumes }) => ({
    name: `${name}-errors`,
    page: "function-errors",
    // What takes messages keeps to itself what it fails at.
    metric: consumes ? faultsOf(watched, name) : failuresOf(watched.functions, name),
    threshold: 1,
    whatToDo:
      `The function ${name} crashed, ran out of time or had an unexpected error, such as a missing right. Its ` +
      "next run, its queue or the due list repeats the work. Read its log, because work that always fails " +
      "stays undone.",
  }));
