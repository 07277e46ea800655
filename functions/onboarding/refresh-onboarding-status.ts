import { processorConfig } from "../../shared/config.ts";
import { refreshOnboardingStatus as operation } from "../../shared/contract/onboarding.ts";
import { syncAccount } from "../../shared/flows/onboarding/sync-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { onboardingView } from "../../shared/views/onboarding.ts";

export const handler = endpoint(
  operation,
  async ({ merchant }) => {
    const { account } = await syncAccount(merchant);
    const { requirements: _, ...body } = onboardingView(account);
    return { status: 200, body };
  },
  [processorConfig],
);
