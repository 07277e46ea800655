import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
// Types only: the module counts on an environment variable that only functions have.
import type { METRICS_NAMESPACE, MetricName } from "../../shared/metrics.ts";
import type { Environment } from "./environments.ts";
import { type DeployedFunction, SERVICE_NAME } from "./functions.ts";

export const FIVE_MINUTES = Duration.minutes(5);

const NAMESPACE: typeof METRICS_NAMESPACE = "Payments";

/** One of our own metrics. CloudWatch finds it by exactly these dimensions; test/template/metrics.test.ts counts one. */
export const counted = (environment: Environment, metricName: MetricName, period = FIVE_MINUTES): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: SERVICE_NAME, environment: environment.name },
    statistic: "Sum",
    period,
  });

/** How many of a hundred, and none while there are too few to tell. */
export const percentage = (part: IMetric, whole: IMetric, { least }: { least: number }): MathExpression =>
  new MathExpression({
    // A metric that nobody has counted in this period has no value, which is not zero.
    expression: `IF(FILL(whole, 0) >= ${least}, 100 * FILL(part, 0) / whole, 0)`,
    usingMetrics: { part, whole },
    period: FIVE_MINUTES,
  });

/** Crashes and timeouts; what a function answers, it has not failed at. */
export function failuresOf(functions: readonly DeployedFunction[], name: string): Metric {
  const found = functions.find(({ spec }) => spec.name === name);
  if (!found) throw new Error(`There is no function ${name} to watch.`);
  return found.lambda.metricErrors({ period: FIVE_MINUTES, statistic: "Sum" });
}
