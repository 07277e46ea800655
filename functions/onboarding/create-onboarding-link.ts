import { createOnboardingLink as operation } from "../../shared/contract/onboarding.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { recordAudit } from "../../shared/flows/record-audit.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { createAccountLink, createV2AccountLink } from "../../shared/processor/accounts.ts";
import { accountsConfig, processorConfig } from "../../shared/runtime/config.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, body, ownerToken, change, session }) => {
    const accountId = requireAccountId(merchant);
    // A key's link is its backend's own; a session's goes to the person who asks.
    if (session)
      await recordAudit(merchant.merchantId, { action: operation.name, subject: accountId }, change);
    const create = accountsConfig().ACCOUNTS_API === "v2" ? createV2AccountLink : createAccountLink;
    return create({ ...body, accountId, processorKey: ownerToken });
  },
  [processorConfig, accountsConfig],
);
