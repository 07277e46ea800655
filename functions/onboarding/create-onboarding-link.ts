import { createOnboardingLink as operation } from "../../shared/contract/onboarding.ts";
import { connectedAccountId } from "../../shared/flows/connected-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { createAccountLink } from "../../shared/processor/accounts.ts";

export const handler = endpoint(operation, async ({ merchant, body, ownerToken }) => ({
  status: 200,
  body: await createAccountLink({
    ...body,
    accountId: connectedAccountId(merchant),
    processorKey: ownerToken,
  }),
}));
