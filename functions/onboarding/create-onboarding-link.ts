import { createOnboardingLink as operation } from "../../shared/contract/onboarding.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { createAccountLink, createV2AccountLink } from "../../shared/processor/accounts.ts";
import { accountsConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ merchant, body, ownerToken }) => {
    const create = accountsConfig().ACCOUNTS_API === "v2" ? createV2AccountLink : createAccountLink;
    return create({ ...body, accountId: requireAccountId(merchant), processorKey: ownerToken });
  },
  [processorConfig, accountsConfig],
);
