import { AsyncLocalStorage } from "node:async_hooks";
import { isFailure } from "../domain/failure.ts";
import { environmentConfig, logConfig, metricsConfig, versionConfig } from "./config.ts";

/* The lines that a function writes: those of the log, and those that CloudWatch counts. */

/**
 * Fields that may be logged. Nothing else gets through, so no key, secret, signature, body or e-mail can end up in
 * a log by being passed along in an object.
 */
const LOG_FIELDS = [
  "requestId",
  "traceId",
  "operation",
  "merchantId",
  "accountId",
  "keyId",
  "sessionId",
  "svcPaymentId",
  "endpointId",
  "eventId",
  "eventType",
  "payoutId",
  "date",
  "outcome",
  "status",
  "code",
  "milliseconds",
  "attempt",
  "fromStatus",
  "toStatus",
  "processorType",
  "processorCode",
  "processorRequestId",
  "errorName",
  "frames",
  "causeName",
  "causeCode",
  "causeStatus",
  "causeRequestId",
  "causeReasons",
  "heldByTraceId",
  "heldSince",
  "audited",
] as const;

export type LogFields = Partial<Record<(typeof LOG_FIELDS)[number], string | number | undefined>>;

/**
 * What the work on one request or message finds out about itself: whose payment, which event, how it went. It ends up
 * in the one line that the wrapper writes, and travels beside the calls because no flow needs it for anything else.
 */
const notebook = new AsyncLocalStorage<LogFields>();

export const takingNotes = <T>(work: () => T): T => notebook.run({}, work);

export function note(fields: LogFields): void {
  Object.assign(notebook.getStore() ?? {}, fields);
}

export const notesTaken = (): LogFields => notebook.getStore() ?? {};

type Level = "debug" | "info" | "warn" | "error";

const LEVELS = ["DEBUG", "INFO", "WARN", "ERROR", "SILENT"];

const rankOf = (level: string): number => LEVELS.indexOf(level.toUpperCase());

export function log(level: Level, message: string, fields: LogFields = {}): void {
  const allowed = Object.fromEntries(
    LOG_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
  logOutput.write(level, message, allowed);
}

/**
 * One line of JSON, with the level and the time by which Lambda knows and filters it. Past console, because Lambda puts
 * words in front of what that writes.
 */
export const logOutput = {
  write: (level: Level, message: string, fields: object): void => {
    if (rankOf(level) < rankOf(logConfig().LOG_LEVEL)) return;
    const line = { level: level.toUpperCase(), timestamp: new Date().toISOString(), message, ...fields };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  },
};

/** Where an error came from, without its message: messages of foreign errors quote what they choked on. */
export function describeError(error: unknown): Pick<LogFields, "errorName" | "frames"> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const { stack = "", message } = error;
  const afterMessage = stack.slice(stack.indexOf(message) + message.length);
  const frames = afterMessage.split("\n").filter((line) => line.startsWith("    at "));
  return { errorName: error.name, frames: frames.slice(0, 12).join("\n") };
}

type ForeignError = {
  ThrottlingReasons?: { reason?: unknown; resource?: unknown }[];
  code?: unknown;
  statusCode?: unknown;
  requestId?: unknown;
  $metadata?: { httpStatusCode?: unknown; requestId?: unknown };
};

/**
 * Which service said no, and how: the name and the code of what a failure was caused by, the status that it came with,
 * and the id under which the other side's support finds it. Never its text.
 */
export function describeCause(error: unknown): LogFields {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return {};
  const { code, statusCode, requestId, $metadata, ThrottlingReasons } = cause as Error & ForeignError;
  return {
    ...(ThrottlingReasons && { causeReasons: ThrottlingReasons.map(whyThrottled).join(", ") }),
    causeName: plain(cause.name),
    causeCode: plain(code),
    causeStatus: plain($metadata?.httpStatusCode ?? statusCode),
    causeRequestId: plain($metadata?.requestId ?? requestId),
  };
}

/** Of DynamoDB: which limit of which table or index. */
const whyThrottled = ({ reason, resource }: { reason?: unknown; resource?: unknown }): string =>
  `${plain(reason)} ${String(resource ?? "")
    .split("/")
    .slice(1)
    .join("/")}`;

/** A word or a number. Anything longer may quote what it choked on. */
const plain = (value: unknown): string | undefined =>
  /^[\w.:-]{1,80}$/.test(String(value ?? "")) ? String(value) : undefined;

// metrics

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
  writeMetric({ name, value, unit: "Count" }, commonDimensions());

export const measure = (name: GaugeName, value: number): void =>
  writeMetric({ name, value, unit: name.endsWith("Seconds") ? "Seconds" : "Count" }, commonDimensions());

/** Why a call to the processor brought nothing: it is down, limits our rate, took longer than we wait, or denies a right. */
export type ProcessorFailureKind = "down" | "rate_limited" | "timed_out" | "no_right";

export const countProcessorFailure = (kind: ProcessorFailureKind): void =>
  writeMetric({ name: "ProcessorFailures", value: 1, unit: "Count" }, { ...commonDimensions(), kind });

/**
 * Counts a fault of our own under the version that met it: during a deploy the new one is told from the old by it, and
 * taken back. What others have broken is not counted.
 */
export function countIfOurFault(error: unknown): void {
  if (isFailure(error) && !isDenied(error.extras.cause)) return;
  const { AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_VERSION } = versionConfig();
  writeMetric(
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
function writeMetric({ name, value, unit }: Measurement, dimensions: Record<string, string>): void {
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
