import type { AccountsApi } from "../../shared/domain/onboarding.ts";
import type { SecretName } from "../../shared/runtime/secrets.ts";
import { QUEUE_VARIABLES, type QueueName, SECRET_VARIABLES } from "../topology.ts";
import type { LocalNames } from "./names.ts";
import { queueUrl } from "./sqs.ts";
import { keepCallbackKey, type LocalSecrets, restrictedKeyOf } from "./state.ts";

export type ServerUrls = { dynamodb: string; sqs: string; secretsManager: string; processor: string };

export function functionEnvironment(
  urls: ServerUrls,
  names: LocalNames,
  accountsApi: AccountsApi = "v1",
): Record<string, string> {
  const platformQueue = { PLATFORM_EVENT_QUEUE_URL: queueUrl(urls.sqs, names.platformQueue) };
  return {
    ...(hasPlatformEvents() && platformQueue),
    ENVIRONMENT: "local",
    TABLE_NAME: names.table,
    ...Object.fromEntries(
      Object.entries(SECRET_VARIABLES).map(([name, variable]) => [variable, secretId(name as SecretName)]),
    ),
    ...Object.fromEntries(
      Object.entries(QUEUE_VARIABLES).map(([name, variable]) => [
        variable,
        queueUrl(urls.sqs, names.queue(name as QueueName)),
      ]),
    ),
    PROCESSOR_BASE_URL: urls.processor,
    DEFAULT_FEE_POLICY: JSON.stringify({
      bps: 250,
      byCurrency: { usd: { fixedCents: 30, minCents: 0, maxCents: null } },
    }),
    ACCOUNTS_API: accountsApi,
    ACCOUNTS_CONTACT_EMAIL: "accounts@example.com",
    CONSOLE_TYPED_ABOVE: JSON.stringify({ usd: 10_000, eur: 10_000 }),
    AWS_ENDPOINT_URL_DYNAMODB: urls.dynamodb,
    AWS_ENDPOINT_URL_SQS: urls.sqs,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: urls.secretsManager,
    ...LOCAL_CREDENTIALS,
    ...LOCAL_PERMISSIONS,
  };
}

/** Off, as in a deployed environment. */
export const hasPlatformEvents = (): boolean => process.env.PLATFORM_EVENTS === "on";

/** The embedded servers ask for a signature but check none. */
export const LOCAL_CREDENTIALS = {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
};

export function setEnvironment(variables: Record<string, string>): void {
  // A profile in the user's shell would take precedence over the credentials given here.
  delete process.env.AWS_PROFILE;
  Object.assign(process.env, variables);
}

/** Only here may a callback use http and loopback. Metrics would only be noise in a terminal. */
const LOCAL_PERMISSIONS = { CALLBACK_ALLOW_LOOPBACK: "true", METRICS: "off", FEED_HORIZON_SECONDS: "0" };

const secretId = (name: SecretName): string => `payments/local/${name}`;

export const secretValues = (secrets: LocalSecrets): Record<string, string> => ({
  [secretId("processor")]: JSON.stringify({
    secretKey: restrictedKeyOf(secrets),
    publishableKey: secrets.publishableKey,
  }),
  [secretId("webhook")]: JSON.stringify({ secrets: [secrets.webhookSecret] }),
  [secretId("callback-key")]: secrets.callbackKey,
});

/** Only the callback key is ever written. */
export function keepSecret(stateDir: string, id: string, value: string): void {
  if (id === secretId("callback-key")) keepCallbackKey(stateDir, value);
}
