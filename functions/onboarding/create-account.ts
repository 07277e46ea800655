import { createAccount as operation } from "../../shared/contract/onboarding.ts";
import { createAccount } from "../../shared/flows/onboarding/create-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { accountsConfig, callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ body, ...request }) => {
    const { ACCOUNTS_API: api, ACCOUNTS_CONTACT_EMAIL: contactEmail } = accountsConfig();
    return createAccount({ ...request, terms: { ...body, ...(api === "v2" && { v2: { contactEmail } }) } });
  },
  [processorConfig, accountsConfig, callbackQueueConfig],
);
