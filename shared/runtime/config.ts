import * as z from "zod/mini";

/**
 * The only reader of process.env. A setting is read when it is first used, and remembered: a module may be imported
 * by a program that never uses it. A function checks the list of its own settings at cold start (requireSettings), so
 * a missing one fails the deployment and not a payment.
 */
export type Setting<T = unknown> = () => T;

/** The schema is made on first use too, so that a bundle leaves out the settings that its function does not name. */
function setting<S extends z.ZodMiniType>(schema: () => S): Setting<z.output<S>> {
  let remembered: { value: z.output<S> } | undefined;
  return () => {
    remembered ??= { value: read(schema()) };
    return remembered.value;
  };
}

function read<S extends z.ZodMiniType>(schema: S): z.output<S> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  // Only the variables' own names: what lies below them was given, and may be anything.
  const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))].join(", ");
  throw new Error(`Environment variables missing or invalid: ${names}`);
}

export function requireSettings(settings: readonly Setting[]): void {
  for (const readSetting of settings) readSetting();
}

const name = () => z.string().check(z.minLength(1));

export const environmentConfig = /* @__PURE__ */ setting(() =>
  z.object({ ENVIRONMENT: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,20}$/)) }),
);

/** Where merchants call us, if that has a name of our own. */
export const publicAddressConfig = /* @__PURE__ */ setting(() =>
  z.object({ PUBLIC_URL: z.optional(z.url()) }),
);

/** Off where no CloudWatch reads the lines: on this machine, and in an operator's terminal. */
export const metricsConfig = /* @__PURE__ */ setting(() =>
  z.object({ METRICS: z._default(z.literal(["on", "off"]), "on") }),
);

/** Which lines are written, from this level on. An unknown level lets all lines through. */
export const logConfig = /* @__PURE__ */ setting(() => z.object({ LOG_LEVEL: z._default(name(), "INFO") }));

/** Set by Lambda itself; a function that runs elsewhere has no version. */
export const versionConfig = /* @__PURE__ */ setting(() =>
  z.object({
    AWS_LAMBDA_FUNCTION_NAME: z._default(name(), "local"),
    AWS_LAMBDA_FUNCTION_VERSION: z._default(name(), "none"),
  }),
);

export const ledgerConfig = /* @__PURE__ */ setting(() => z.object({ TABLE_NAME: name() }));

export const processorConfig = /* @__PURE__ */ setting(() =>
  z.object({ PROCESSOR_SECRET_ID: name(), PROCESSOR_BASE_URL: z.optional(z.url()) }),
);

/** Which API of the processor makes accounts. v2 wants an email, also of a merchant that has given none. */
export const accountsConfig = /* @__PURE__ */ setting(() =>
  z
    .object({
      ACCOUNTS_API: z.literal(["v1", "v2"]),
      ACCOUNTS_CONTACT_EMAIL: z._default(z.string(), ""),
    })
    .check(
      z.refine((given) => given.ACCOUNTS_API === "v1" || EMAIL.test(given.ACCOUNTS_CONTACT_EMAIL), {
        path: ["ACCOUNTS_CONTACT_EMAIL"],
      }),
    ),
);

/** For who only has to know which API it is. */
export const accountsApiConfig = /* @__PURE__ */ setting(() =>
  z.object({ ACCOUNTS_API: z._default(z.literal(["v1", "v2"]), "v2") }),
);

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const webhookConfig = /* @__PURE__ */ setting(() => z.object({ WEBHOOK_SECRET_ID: name() }));

export const callbackQueueConfig = /* @__PURE__ */ setting(() => z.object({ CALLBACK_QUEUE_URL: name() }));

export const deadLetterConfig = /* @__PURE__ */ setting(() => z.object({ DEAD_LETTER_QUEUE_URL: name() }));

export const openWorkQueueConfig = /* @__PURE__ */ setting(() => z.object({ OPEN_WORK_QUEUE_URL: name() }));

export const reconciliationQueueConfig = /* @__PURE__ */ setting(() =>
  z.object({ RECONCILIATION_QUEUE_URL: name() }),
);

/** Only where the environment has a queue for the platform's own systems. */
export const platformEventsConfig = /* @__PURE__ */ setting(() =>
  z.object({ PLATFORM_EVENT_QUEUE_URL: z.optional(name()) }),
);

export const callbackKeyConfig = /* @__PURE__ */ setting(() => z.object({ CALLBACK_KEY_SECRET_ID: name() }));

/** Where the pages lie that were made when the service was built. */
export const referencePageConfig = /* @__PURE__ */ setting(() => z.object({ REFERENCE_PAGE_FILE: name() }));
export const consolePageConfig = /* @__PURE__ */ setting(() => z.object({ CONSOLE_PAGE_FILE: name() }));

/** For the local stack alone; a template test shows that no deployed function has it. */
export const senderConfig = /* @__PURE__ */ setting(() =>
  z.object({
    CALLBACK_ALLOW_LOOPBACK: z._default(z.literal(["true", "false"]), "false"),
  }),
);

/** How long ago the feed of events ends. 0 on the local stack, whose one clock and index never lag. */
export const feedConfig = /* @__PURE__ */ setting(() =>
  z.object({
    FEED_HORIZON_SECONDS: z._default(
      z.pipe(
        z.string().check(z.regex(/^[0-9]{1,4}$/)),
        z.transform((digits: string) => Number(digits)),
      ),
      60,
    ),
  }),
);

const feeTerms = () => ({
  fixedCents: z.int().check(z.minimum(0)),
  minCents: z.int().check(z.minimum(0)),
  maxCents: z.nullable(z.int().check(z.minimum(0))),
});

const feePolicy = () =>
  z.strictObject({
    bps: z.int().check(z.minimum(0), z.maximum(10_000)),
    byCurrency: z.record(z.string(), z.strictObject(feeTerms())),
  });

/** What is not JSON fails the schema behind it, by its name and without its value. */
export const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(z.pipe(z.string(), z.transform(parseOrNothing)), schema);

export function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a merchant without a fee policy of its own pays. */
export const feeConfig = /* @__PURE__ */ setting(() =>
  z.object({
    DEFAULT_FEE_POLICY: json(feePolicy()),
  }),
);

/** Above these amounts, by currency, a person in the console types what is to move; in any other, always. */
export const typedAboveConfig = /* @__PURE__ */ setting(() =>
  z.object({
    CONSOLE_TYPED_ABOVE: json(z.record(z.string().check(z.regex(/^[a-z]{3}$/)), z.int().check(z.minimum(0)))),
  }),
);
