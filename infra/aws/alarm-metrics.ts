import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
// Types only: the module counts on an environment variable that only functions have.
import type { GaugeName, METRICS_NAMESPACE, MetricName } from "../../shared/metrics.ts";
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

/** The highest value of a gauge in five minutes. */
export const measured = (environment: Environment, metricName: GaugeName): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: SERVICE_NAME, environment: environment.name },
    statistic: "Maximum",
    period: FIVE_MINUTES,
  });

/** Answers of 500, by the version that gave them: during a deploy two versions answer. */
export const unexpectedErrorsOf = (
  environment: Environment,
  lambda: LambdaFunction,
  period: Duration,
): Metric =>
  counted(environment, "UnexpectedErrors", period).with({
    dimensionsMap: {
      service: SERVICE_NAME,
      environment: environment.name,
      function: lambda.functionName,
      version: lambda.currentVersion.version,
    },
  });

/** How many of a hundred, and none while there are too few to tell. */
export const percentage = (part: IMetric, whole: IMetric, { least }: { least: number }): MathExpression =>
  new MathExpression({
    // A metric that was not counted in this period has no value, which is not zero.
    expression: `IF(FILL(whole, 0) >= ${least}, 100 * FILL(part, 0) / whole, 0)`,
    usingMetrics: { part, whole },
    period: FIVE_MINUTES,
  });

/** Crashes and timeouts; what a function answers, it has not failed at. */
export const failuresOf = (functions: readonly DeployedFunction[], name: string): Metric =>
  lambdaOf(functions, name).metricErrors({ period: FIVE_MINUTES, statistic: "Sum" });

export function lambdaOf(functions: readonly DeployedFunction[], name: string): LambdaFunction {
  const found = functions.find(({ spec }) => spec.name === name);
  if (!found) throw new Error(`There is no function ${name} to watch.`);
  return found.lambda;
}
