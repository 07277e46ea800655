import { failuresOf, faultsOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** Those whose crash no caller notices. The webhook and delivery have alarms of their own. */
const WORKERS = ["sweep", "open-work", "missed-events", "daily-statements", "reconciliation"];

/** Those that take messages, and keep what they fail at to themselves. Delivery's canary watches it at all times. */
const TAKE_MESSAGES = ["open-work", "reconciliation"];

export const workerAlarms = (watched: Watched): AlarmSpec[] =>
  WORKERS.map((name) => ({
    name: `${name}-errors`,
    page: "worker-errors",
    metric: TAKE_MESSAGES.includes(name) ? faultsOf(watched, name) : failuresOf(watched.functions, name),
    threshold: 1,
    whatToDo:
      `The function ${name} crashed, ran out of time or met what it does not expect, such as a right that it lacks. Its ` +
      "next run, its queue or the due list repeats the work; read its log for the reason, because what fails each time " +
      "is done by nobody.",
  }));
