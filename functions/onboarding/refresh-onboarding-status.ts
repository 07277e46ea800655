import { refreshOnboardingStatus as operation } from "../../shared/contract/onboarding.ts";
import { followAccount } from "../../shared/flows/follow-account.ts";
import { onboardingView } from "../../shared/flows/onboarding-view.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, async ({ merchant }) => {
  const { account } = await followAccount(merchant);
  const { requirements: _, ...body } = onboardingView(account);
  return { status: 200, body };
});
