import { failuresOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** Those whose crash no caller notices. The webhook and delivery have alarms of their own. */
const WORKERS = ["sweep", "open-work", "missed-events", "daily-statements", "reconciliation"];

export const workerAlarms = ({ functions }: Watched): AlarmSpec[] =>
  WORKERS.map((name) => ({
    name: `${name}-errors`,
    page: "worker-errors",
    metric: failuresOf(functions, name),
    threshold: 1,
    whatToDo:
      `The function ${name} crashed, ran out of time or gave up. Its next run or its queue repeats the work; read its ` +
      "log for the reason, because what fails each time is done by nobody.",
  }));
