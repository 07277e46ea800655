import { SECRET_VARIABLES } from "../topology.ts";
import type { LocalSecrets } from "./state.ts";

export const TABLE_NAME = "payments-local";

const PROCESSOR_SECRET_ID = "payments/local/processor";

/** What a Lambda function would find in its environment, with the endpoints of this machine. */
export function functionEnvironment(urls: { dynamodb: string; secretsManager: string; processor: string }) {
  return {
    ENVIRONMENT: "local",
    TABLE_NAME,
    [SECRET_VARIABLES.processor]: PROCESSOR_SECRET_ID,
    PROCESSOR_BASE_URL: urls.processor,
    DEFAULT_FEE_POLICY: JSON.stringify({ bps: 250, fixedCents: 30, minCents: 0, maxCents: null }),
    AWS_ENDPOINT_URL_DYNAMODB: urls.dynamodb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: urls.secretsManager,
    ...LOCAL_CREDENTIALS,
  };
}

/** The embedded servers ask for a signature but check none. */
export const LOCAL_CREDENTIALS = {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
};

export const secretValues = (secrets: LocalSecrets): Record<string, string> => ({
  [PROCESSOR_SECRET_ID]: JSON.stringify({
    secretKey: secrets.processorSecretKey,
    publishableKey: secrets.publishableKey,
  }),
});
