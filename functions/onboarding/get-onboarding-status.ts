import { getOnboardingStatus as operation } from "../../shared/contract/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { onboardingView } from "../../shared/views/onboarding.ts";

/** The read that authenticates brings the merchant, and the merchant is the answer. */
export const handler = endpoint(operation, async ({ merchant }) => onboardingView(merchant.account));
