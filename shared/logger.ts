import { Logger } from "@aws-lambda-powertools/logger";

/**
 * Fields that may be logged. Nothing else gets through, so no key, secret, signature, body or e-mail can end up in
 * a log by being passed along in an object.
 */
const LOG_FIELDS = [
  "traceId",
  "operation",
  "merchantId",
  "keyId",
  "svcPaymentId",
  "eventId",
  "eventType",
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
] as const;

export type LogFields = Partial<Record<(typeof LOG_FIELDS)[number], string | number | undefined>>;

/** Made on first use, because it reads its level from the environment then. */
let logger: Logger | undefined;

export function log(
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields: LogFields = {},
): void {
  const allowed = Object.fromEntries(
    LOG_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  );
  logger ??= new Logger({ serviceName: "payments" });
  logger[level](message, allowed);
}

/** Where an error came from, without its message: messages of foreign errors quote what they choked on. */
export function describeError(error: unknown): Pick<LogFields, "errorName" | "frames"> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const { stack = "", message } = error;
  const afterMessage = stack.slice(stack.indexOf(message) + message.length);
  const frames = afterMessage.split("\n").filter((line) => line.startsWith("    at "));
  return { errorName: error.name, frames: frames.slice(0, 12).join("\n") };
}
