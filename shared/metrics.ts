import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { environmentConfig } from "./config.ts";

/** What the alarms watch. The names stand in the stack's alarms too, read from here. */
export const METRICS_NAMESPACE = "Payments";

export type MetricName =
  | "DeadLetters"
  | "DeliveryAttempts"
  | "DeliveryFailures"
  | "EventsNotUnderstood"
  | "ImpossibleRefunds"
  | "SignatureFailures"
  | "Sweeps";

/** What is measured, and not counted. */
export type GaugeName = "OldestDueSeconds" | "UnresolvedWork";

let metrics: Metrics | undefined;

const publisher = (): Metrics =>
  new Metrics({
    namespace: METRICS_NAMESPACE,
    serviceName: "payments",
    defaultDimensions: { environment: environmentConfig().ENVIRONMENT },
  });

/** Written to the log at once, in CloudWatch's embedded format: no call, nothing to lose when the function is frozen. */
export const count = (name: MetricName, value = 1): void => publish(name, MetricUnit.Count, value);

export const measure = (name: GaugeName, value: number): void =>
  publish(name, name.endsWith("Seconds") ? MetricUnit.Seconds : MetricUnit.Count, value);

function publish(
  name: MetricName | GaugeName,
  unit: (typeof MetricUnit)[keyof typeof MetricUnit],
  value: number,
): void {
  metrics ??= publisher();
  metrics.addMetric(name, unit, value);
  metrics.publishStoredMetrics();
}
