import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { Failure } from "./domain/failure.ts";

/** Rotated secrets reach every warm function within this time; a refused one is dropped at once (see forget). */
const CACHE_MS = 5 * 60_000;

export const SECRETS_PATIENCE = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

const client = /* @__PURE__ */ new SecretsManagerClient(SECRETS_PATIENCE);

const cache = new Map<string, { value: Promise<string>; readAt: number }>();

export function readSecret(arn: string): Promise<string> {
  const cached = cache.get(arn);
  if (cached && Date.now() - cached.readAt < CACHE_MS) return cached.value;
  const value = fetchSecret(arn);
  cache.set(arn, { value, readAt: Date.now() });
  // A failed read must not be remembered for five minutes.
  value.catch(() => forgetSecret(arn));
  return value;
}

export const forgetSecret = (arn: string): void => {
  cache.delete(arn);
};

async function fetchSecret(arn: string): Promise<string> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (SecretString) return SecretString;
  } catch (cause) {
    throw new Failure("service_unavailable", "The service cannot read its settings at the moment.", {
      cause,
    });
  }
  throw new Error("A secret has no value yet; see the README's section on deploying.");
}
