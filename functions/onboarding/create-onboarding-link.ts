import { processorConfig } from "../../shared/config.ts";
import { createOnboardingLink as operation } from "../../shared/contract/onboarding.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { createAccountLink } from "../../shared/processor/accounts.ts";

export const handler = endpoint(
  operation,
  ({ merchant, body, ownerToken }) =>
    createAccountLink({
      ...body,
      accountId: requireAccountId(merchant),
      processorKey: ownerToken,
    }),
  [processorConfig],
);
