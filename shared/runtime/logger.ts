import { AsyncLocalStorage } from "node:async_hooks";
import { logConfig } from "./config.ts";

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
