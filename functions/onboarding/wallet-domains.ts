import { processorConfig } from "../../shared/config.ts";
import type { AnswerTo } from "../../shared/contract/answer.ts";
import * as contract from "../../shared/contract/wallet-domains.ts";
import { onceFor } from "../../shared/domain/id.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { MINUTE_MS } from "../../shared/domain/time.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import {
  listWalletDomains,
  registerWalletDomain,
  validateWalletDomain,
} from "../../shared/processor/wallet-domains.ts";

const register = endpoint(
  contract.registerWalletDomain,
  async ({
    merchant,
    body: { domainName },
    ownerToken,
    at,
  }): Promise<AnswerTo<typeof contract.registerWalletDomain>> => {
    const accountId = requireAccountId(merchant);
    // Two at once have one key. A refusal that the processor has saved under it is over with the minute.
    const idempotencyKey = `${accountId} ${domainName} ${Math.floor(at / MINUTE_MS)}`;
    const { merchantId } = merchant;
    const once = onceFor({ merchantId, operation: "wallet-domain", idempotencyKey, ownerToken, at });
    const { outcome, domain } = await registerWalletDomain({ accountId, domainName, once });
    return { outcome, body: domain };
  },
  [processorConfig],
);

const list = endpoint(
  contract.listWalletDomains,
  ({ merchant, query }) => listWalletDomains({ ...query, accountId: requireAccountId(merchant) }),
  [processorConfig],
);

const validate = endpoint(
  contract.validateWalletDomain,
  ({ merchant, parameter }) =>
    validateWalletDomain({ accountId: requireAccountId(merchant), id: parameter("id") }),
  [processorConfig],
);

export const handler = byRoute([
  [contract.registerWalletDomain, register],
  [contract.listWalletDomains, list],
  [contract.validateWalletDomain, validate],
]);
