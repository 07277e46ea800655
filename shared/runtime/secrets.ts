import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import * as z from "zod/mini";
import { type CallbackKeys, FIRST_KEY_ID } from "../domain/access/callback-keys.ts";
import type { SecretBox } from "../domain/access/signing-secret.ts";
import { Failure, isFailure } from "../domain/failure.ts";
import { keysOf } from "../domain/values.ts";
import { callbackKeyConfig, json, parseOrNothing, processorConfig, webhookConfig } from "./config.ts";
import { warmMap } from "./invocation.ts";
import { count, describeCause, describeError, log } from "./logger.ts";

/*
 * The only reader of Secrets Manager. A secret is remembered for five minutes. When it is due to be read again and
 * cannot be, or what is there is wrong, the one that served until now goes on serving, with a metric: an outage of
 * Secrets Manager must not become one of ours. A secret that is wrong from the beginning is an error in the log at
 * every use, and is not remembered, so that the next request reads it again.
 */

/** Rotated secrets reach every warm function within this time; a rejected one is read again at once (see forget). */
const FRESH_MS = 5 * 60_000;

/** While a stale one serves, so long passes between two looks: a request should not wait for an outage each time. */
const STALE_MS = 30_000;

export const SECRETS_PATIENCE = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

const client = /* @__PURE__ */ new SecretsManagerClient(SECRETS_PATIENCE);

/** `applicationId`: our platform's own, where it is known; then only its intents are taken for ours. */
export type ProcessorKeys = {
  secretKey: string;
  publishableKey: string;
  applicationId?: string | undefined;
};

/** Made at its first use, by the functions that have one, and then kept: making a schema costs more than using it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const processorShape = once(() => {
  const keys = z.object({
    secretKey: z.string().check(z.regex(/^[sr]k_(test|live)_\w+$/)),
    publishableKey: z.string().check(z.regex(/^pk_(test|live)_\w+$/)),
    applicationId: z.optional(z.string().check(z.regex(/^ca_\w+$/))),
  });
  // Real money, or none: with the key of one world a buyer's browser cannot see what was made in the other.
  const worldOf = (key: string) => key.split("_")[1];
  const isOneWorld = ({ secretKey, publishableKey }: ProcessorKeys): boolean =>
    worldOf(secretKey) === worldOf(publishableKey);
  return json(keys.check(z.refine(isOneWorld, { path: ["publishableKey"] })));
});

export const readProcessorKeys = (): Promise<ProcessorKeys> =>
  readSecret("processor", processorConfig().PROCESSOR_SECRET_ID, processorShape);

export const isLiveMode = async (): Promise<boolean> =>
  /^[sr]k_live_/.test((await readProcessorKeys()).secretKey);

/** The processor does not take this key any more: it may have been rolled a minute ago. */
export const forgetProcessorKeys = (): void => forget(processorConfig().PROCESSOR_SECRET_ID);

const webhookShape = once(() =>
  json(z.object({ secrets: z.array(z.string().check(z.minLength(16))).check(z.minLength(1)) })),
);

/** Any of them may have signed: one for each of the processor's endpoints, two while one is being rolled. */
export const readWebhookSecrets = async (): Promise<string[]> =>
  (await readSecret("webhook", webhookConfig().WEBHOOK_SECRET_ID, webhookShape)).secrets;

/** A bare text is the first key; what looks like JSON must be a whole ring, or half of one would become a key. */
const callbackKeysShape = once(() => {
  const key = z.string().check(z.minLength(32));
  const ring = z.object({
    current: z.string(),
    currentSince: z.optional(z.number()),
    keys: z.record(z.string(), key),
    addedAt: z.optional(z.record(z.string(), z.number())),
  });
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown =>
        text.trimStart().startsWith("{")
          ? parseOrNothing(text)
          : { current: FIRST_KEY_ID, keys: { [FIRST_KEY_ID]: text } },
      ),
    ),
    ring.check(z.refine(({ current, keys }) => Object.hasOwn(keys, current), { path: ["current"] })),
  );
});

/**
 * Seal the callback secrets at rest. Any texts, long enough that they cannot be guessed. A box may name a key that was added
 * a minute ago: then they are read once more.
 */
export async function readCallbackKeys(toOpen: readonly SecretBox[] = []): Promise<CallbackKeys> {
  const arn = callbackKeyConfig().CALLBACK_KEY_SECRET_ID;
  const read = () => readSecret("callback-key", arn, callbackKeysShape);
  const lacking = ({ keys }: CallbackKeys) => toOpen.find(({ keyId }) => !Object.hasOwn(keys, keyId));
  const known = await read();
  if (!lacking(known)) return known;
  forget(arn);
  const ring = await read();
  const box = lacking(ring);
  if (!box) return ring;
  log(
    "error",
    `A callback secret is sealed with the key ${box.keyId}, which is not among the callback keys.`,
  );
  throw unreadable({ retryAfterSeconds: 30 });
}

/** For the operator's command; no function may. The value before stays in Secrets Manager as the previous version. */
export async function writeCallbackKeys(ring: CallbackKeys): Promise<void> {
  const SecretId = callbackKeyConfig().CALLBACK_KEY_SECRET_ID;
  try {
    await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(ring) }));
  } catch (cause) {
    throw new Failure("service_unavailable", "The callback keys could not be written.", { cause });
  }
  forget(SecretId);
}

export type SecretName = "processor" | "webhook" | "callback-key";

/** What each secret has to look like, for the person who fills it in. */
const FORMS: Record<SecretName, { shape: Shape<unknown>; form: string }> = {
  processor: { shape: processorShape, form: '{"secretKey": "sk_…", "publishableKey": "pk_…"}' },
  webhook: { shape: webhookShape, form: '{"secrets": ["whsec_…"]}' },
  "callback-key": { shape: callbackKeysShape, form: "any text of at least 32 characters, or a ring of keys" },
};

/** `says`: what is the matter with it, in words that quote nothing of it. */
export type SecretReport = { name: SecretName; state: "good" | "wrong" | "unreadable"; says: string };

/** For operators and deploys: looks at every secret as it is now, and uses none. */
export const readSecretReports = (arns: Record<SecretName, string>): Promise<SecretReport[]> =>
  Promise.all(keysOf(FORMS).map((name) => readReport(name, arns[name])));

async function readReport(name: SecretName, arn: string): Promise<SecretReport> {
  const { shape, form } = FORMS[name];
  try {
    const judged = judgeSecret(await fetchSecret(arn), shape);
    if (judged.kind === "good") return { name, state: "good", says: "It serves." };
    return { name, state: "wrong", says: `${judged.fault} Expected: ${form}.` };
  } catch (error) {
    return { name, state: "unreadable", says: `It cannot be read (${causeNameOf(error)}).` };
  }
}

const causeNameOf = (error: unknown): string => {
  const { cause } = isFailure(error) ? error.extras : { cause: error };
  return cause instanceof Error ? cause.name : "no answer";
};

type Shape<T> = () => z.ZodMiniType<T>;
type Remembered = { value: unknown; readAgainAt: number };

const remembered = /* @__PURE__ */ warmMap<string, Remembered>("secrets");
const underWay = /* @__PURE__ */ warmMap<string, Promise<unknown>>("secrets under way");

/** It goes on serving until it was read again, which the next use does. */
function forget(arn: string): void {
  const known = remembered().get(arn);
  if (known) known.readAgainAt = 0;
}

/** Requests that come while a secret is being read wait for the same reading. */
async function readSecret<T>(name: SecretName, arn: string, shape: Shape<T>): Promise<T> {
  const known = remembered().get(arn);
  if (known && Date.now() < known.readAgainAt) return known.value as T;
  const waiting = underWay();
  const reading = waiting.get(arn) ?? readAgain(name, arn, shape).finally(() => waiting.delete(arn));
  waiting.set(arn, reading);
  return (await reading) as T;
}

async function readAgain<T>(name: SecretName, arn: string, shape: Shape<T>): Promise<unknown> {
  try {
    const value = parseSecret(name, await fetchSecret(arn), shape);
    remembered().set(arn, { value, readAgainAt: Date.now() + FRESH_MS });
    return value;
  } catch (error) {
    const known = remembered().get(arn);
    if (!known) throw error;
    const cause = { ...describeError(error), ...describeCause(error) };
    log("warn", `The secret ${name} cannot be read; the one read before serves on.`, cause);
    count("StaleSecrets");
    known.readAgainAt = Date.now() + STALE_MS;
    return known.value;
  }
}

async function fetchSecret(arn: string): Promise<string> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    return SecretString ?? "";
  } catch (cause) {
    throw unreadable({ cause });
  }
}

type Judged<T> = { kind: "good"; value: T } | { kind: "wrong"; fault: string };

/** Names what is wrong with a secret, and never says what it is. */
function judgeSecret<T>(text: string, shape: Shape<T>): Judged<T> {
  const parsed = shape().safeParse(text);
  if (parsed.success) return { kind: "good", value: parsed.data };
  if (text.trim() === "") return { kind: "wrong", fault: "It is empty." };
  const parts = parsed.error.issues.map(({ path }) => path.join(".")).filter(Boolean);
  const fault = `It is wrong${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
  return { kind: "wrong", fault: text.includes('"placeholder"') ? `${fault} ${PLACEHOLDER_HINT}` : fault };
}

const PLACEHOLDER_HINT =
  "It is still the placeholder of the first deployment: fill it in, as infra/runbooks/deploying.md says.";

function parseSecret<T>(name: SecretName, text: string, shape: Shape<T>): T {
  const judged = judgeSecret(text, shape);
  if (judged.kind === "good") return judged.value;
  log("error", `The secret ${name} does not serve. ${judged.fault}`);
  throw unreadable();
}

const unreadable = (more: { cause?: unknown; retryAfterSeconds?: number } = {}): Failure =>
  new Failure("service_unavailable", "The service cannot read its settings. Send the same request again.", {
    retryAfterSeconds: 1,
    ...more,
  });
