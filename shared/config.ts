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

const FeePolicy = z.strictObject({
  bps: z.int().check(z.minimum(0), z.maximum(10_000)),
  fixedCents: z.int().check(z.minimum(0)),
  minCents: z.int().check(z.minimum(0)),
  maxCents: z.nullable(z.int().check(z.minimum(0))),
});

/** What a merchant without a fee policy of its own pays. */
export const feeConfig = () =>
  read(
    z.object({
      DEFAULT_FEE_POLICY: z.pipe(
        z.pipe(
          z.string(),
          z.transform((text: string): unknown => JSON.parse(text)),
        ),
        FeePolicy,
      ),
    }),
  );
