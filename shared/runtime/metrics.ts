import { isFailure } from "../domain/failure.ts";
import { environmentConfig, metricsConfig, versionConfig } from "./config.ts";

/** What the alarms watch. The names stand in the stack's alarms too, read from here. */
export const METRICS_NAMESPACE = "Payments";

export type MetricName =
  | "BalanceDifferences"
  | "DeadLetters"
  | "DeliveryAttempts"
  | "DeliveryFailures"
  | "DisputesDue"
  | "EndpointOutages"
  | "EventsNotUnderstood"
  | "ForeignIntents"
  | "HealedPayments"
  | "HoldsExpiring"
  | "LiveEventsUnderTestKey"
  | "MissedEvents"
  | "MissingRights"
  | "FraudWarnings"
  | "PayoutsFailed"
  | "ProcessorFailures"
  | "PullsAsked"
  | "RateLimitedRequests"
  | "RefundsFailed"
  | "RefundsPending"
  | "ReusedCodes"
  | "SignatureFailures"
  | "StatementDifferences"
  | "ChangedAudits"
  | "Statements"
  | "StatementsAsked"
  | "StaleSecrets"
  | "Sweeps"
  | "UnexpectedErrors"
  | "UnexplainedPayouts"
  | "UnseenAccounts"
  | "WorkGivenUp";

/** What is measured, and not counted. */
export type GaugeName = "OldestDueSeconds" | "OldestWatermarkSeconds" | "UnresolvedWork";

/** An alarm finds a metric by exactly these; test/template/metrics.test.ts holds the two together. */
const commonDimensions = () => ({ service: "payments", environment: environmentConfig().ENVIRONMENT });

export const count = (name: MetricName, value = 1): void =>
  write({ name, value, unit: "Count" }, commonDimensions());

export const measure = (name: GaugeName, value: number): void =>
  write({ name, value, unit: name.endsWith("Seconds") ? "Seconds" : "Count" }, commonDimensions());

/** Why a call to the processor brought nothing: it is down, limits our rate, took longer than we wait, or denies a right. */
export type ProcessorFailureKind = "down" | "rate_limited" | "timed_out" | "no_right";

export const countProcessorFailure = (kind: ProcessorFailureKind): void =>
  write({ name: "ProcessorFailures", value: 1, unit: "Count" }, { ...commonDimensions(), kind });

/**
 * Counts a fault of our own under the version that met it: during a deploy the new one is told from the old by it, and
 * taken back. What others have broken is not counted.
 */
export function countIfOurFault(error: unknown): void {
  if (isFailure(error) && !isDenied(error.extras.cause)) return;
  const { AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_VERSION } = versionConfig();
  write(
    { name: "UnexpectedErrors", value: 1, unit: "Count" },
    {
      ...commonDimensions(),
      function: AWS_LAMBDA_FUNCTION_NAME,
      version: AWS_LAMBDA_FUNCTION_VERSION,
    },
  );
}

/**
 * Whether AWS said that the role may not. Clients get a 503, as in an outage, but waiting does not fix it: a
 * grant is missing, most likely since the deploy that is just going on.
 */
const isDenied = (cause: unknown): boolean => cause instanceof Error && /AccessDenied/.test(cause.name);

type Measurement = { name: MetricName | GaugeName; value: number; unit: "Count" | "Seconds" };

/**
 * A line of CloudWatch's embedded metric format: no call, nothing to lose when the function is frozen. Past console,
 * because Lambda puts words in front of what that writes, and CloudWatch would no longer know the line.
 */
function write({ name, value, unit }: Measurement, dimensions: Record<string, string>): void {
  if (metricsConfig().METRICS === "off") return;
  const directive = {
    Namespace: METRICS_NAMESPACE,
    Dimensions: [Object.keys(dimensions)],
    Metrics: [{ Name: name, Unit: unit }],
  };
  const line = {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [directive] },
    ...dimensions,
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
