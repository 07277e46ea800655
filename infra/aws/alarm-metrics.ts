import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
// Types only: the module counts on an environment variable that only functions have.
import type {
  GaugeName,
  METRICS_NAMESPACE,
  MetricName,
  ProcessorFailureKind,
} from "../../shared/runtime/logger.ts";
import type { Watched } from "./alarm-spec.ts";
import type { Environment } from "./environments.ts";
import { type DeployedFunction, LIVE, SERVICE_NAME } from "./functions.ts";

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

export const PROCESSOR_FAILURES: readonly ProcessorFailureKind[] = [
  "down",
  "rate_limited",
  "timed_out",
  "no_right",
];

export const processorFailures = (environment: Environment, kind: ProcessorFailureKind): Metric =>
  counted(environment, "ProcessorFailures").with({
    dimensionsMap: { service: SERVICE_NAME, environment: environment.name, kind },
    label: kind,
  });

/** The highest value of a gauge in five minutes, unless it is measured less often. */
export const measured = (environment: Environment, metricName: GaugeName, period = FIVE_MINUTES): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName,
    dimensionsMap: { service: SERVICE_NAME, environment: environment.name },
    statistic: "Maximum",
    period,
  });

/**
 * What one version did not expect: 500s, denials and failures, as it counts itself, and crashes, which only Lambda
 * sees.
 */
export const unexpectedErrorsOf = (
  environment: Environment,
  lambda: LambdaFunction,
  period: Duration,
): MathExpression => {
  const crashes = new Metric({
    namespace: "AWS/Lambda",
    metricName: "Errors",
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${LIVE}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
    statistic: "Sum",
    period,
  });
  return bothOf({ met: metBy(environment, lambda, period), crashes }, period);
};

/** As the version counts itself that was deployed last. */
const metBy = (environment: Environment, lambda: LambdaFunction, period: Duration): Metric =>
  counted(environment, "UnexpectedErrors", period).with({
    dimensionsMap: {
      service: SERVICE_NAME,
      environment: environment.name,
      function: lambda.functionName,
      version: lambda.currentVersion.version,
    },
  });

const bothOf = (usingMetrics: { met: Metric; crashes: Metric }, period: Duration): MathExpression =>
  new MathExpression({ expression: "FILL(met, 0) + FILL(crashes, 0)", usingMetrics, period });

/**
 * A zero for each period without it: otherwise CloudWatch looks for older values, and "ten minutes" would be twenty.
 */
export const beats = (heart: Metric): MathExpression =>
  new MathExpression({ expression: "FILL(heart, 0)", usingMetrics: { heart }, period: heart.period });

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

/** The same of a function that takes messages: it fails at single ones, of which Lambda does not hear. */
export const faultsOf = (
  { environment, functions }: Pick<Watched, "environment" | "functions">,
  name: string,
) =>
  bothOf(
    {
      met: metBy(environment, lambdaOf(functions, name), FIVE_MINUTES),
      crashes: failuresOf(functions, name),
    },
    FIVE_MINUTES,
  );

export function lambdaOf(functions: readonly DeployedFunction[], name: string): LambdaFunction {
  const found = functions.find(({ spec }) => spec.name === name);
  if (!found) throw new Error(`There is no function ${name} to watch.`);
  return found.lambda;
}
