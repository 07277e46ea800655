import { refreshOnboardingStatus as operation } from "../../shared/contract/onboarding.ts";
import { requireAccount } from "../../shared/domain/onboarding.ts";
import { syncAccount } from "../../shared/flows/onboarding/sync-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { callbackQueueConfig, processorConfig } from "../../shared/runtime/config.ts";
import { connectedAccountView } from "../../shared/views/onboarding.ts";

export const handler = endpoint(
  operation,
  async ({ merchant }) => {
    const account = requireAccount(await syncAccount(merchant));
    const { requirements: _, ...body } = connectedAccountView(account);
    return body;
  },
  [processorConfig, callbackQueueConfig],
);
