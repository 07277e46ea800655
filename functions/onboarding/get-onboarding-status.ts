import { getOnboardingStatus as operation } from "../../shared/contract/onboarding.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { onboardingView } from "../../shared/views/onboarding.ts";

/** The read that authenticates brings the merchant, and the merchant is the answer. */
export const handler = consoleEndpoint(operation, async ({ merchant }) => onboardingView(merchant.account));
