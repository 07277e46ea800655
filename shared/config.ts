import * as z from "zod/mini";

/**
 * The only reader of process.env. Each adapter asks for its own part while its module loads, so a function that
 * lacks a setting fails at cold start, and one that does not need a setting need not have it.
 */
function read<S extends z.ZodMiniType>(schema: S): z.output<S> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map((issue) => issue.path.join(".")).join(", ");
  throw new Error(`Environment variables missing or invalid: ${names}`);
}

const name = z.string().check(z.minLength(1));

export const environmentConfig = () =>
  read(z.object({ ENVIRONMENT: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,20}$/)) }));

export const ledgerConfig = () => read(z.object({ TABLE_NAME: name }));

export const processorConfig = () =>
  read(z.object({ PROCESSOR_SECRET_ARN: name, PROCESSOR_BASE_URL: z.optional(z.url()) }));

export const webhookConfig = () => read(z.object({ WEBHOOK_SECRET_ARN: name }));

export const queueConfig = () => read(z.object({ CALLBACK_QUEUE_URL: name }));

export const deadLetterConfig = () => read(z.object({ DEAD_LETTER_QUEUE_URL: name }));

export const recoveryQueueConfig = () => read(z.object({ RECOVERY_QUEUE_URL: name }));

export const callbackKeyConfig = () => read(z.object({ CALLBACK_KEY_SECRET_ARN: name }));

/** Both are for the local stack alone; a template test shows that no deployed function has them. */
export const senderConfig = () =>
  read(
    z.object({
      /** Divides all waits between attempts, so that a demonstration of eight takes seconds. */
      RETRY_SCALE: z._default(z.coerce.number().check(z.minimum(1), z.maximum(1_000_000)), 1),
      CALLBACK_ALLOW_LOOPBACK: z._default(z.literal(["true", "false"]), "false"),
    }),
  );

const FeePolicy = z.strictObject({
  bps: z.int().check(z.minimum(0), z.maximum(10_000)),
  fixedCents: z.int().check(z.minimum(0)),
  minCents: z.int().check(z.minimum(0)),
  maxCents: z.nullable(z.int().check(z.minimum(0))),
});

/** What is not JSON fails the schema behind it, by its name and without its value. */
function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a merchant without a fee policy of its own pays. */
export const feeConfig = () =>
  read(
    z.object({
      DEFAULT_FEE_POLICY: z.pipe(z.pipe(z.string(), z.transform(parseOrNothing)), FeePolicy),
    }),
  );
