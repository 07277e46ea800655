import * as contract from "../../shared/contract/wallet-domains.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { createWalletDomain } from "../../shared/flows/onboarding/create-wallet-domain.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { listWalletDomains, validateWalletDomain } from "../../shared/processor/wallet-domains.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

const register = consoleEndpoint(
  contract.registerWalletDomain,
  ({ merchant, body, ...request }) => createWalletDomain(merchant, body.domainName, request),
  [processorConfig],
);

const list = consoleEndpoint(
  contract.listWalletDomains,
  ({ merchant, query }) => listWalletDomains({ ...query, accountId: requireAccountId(merchant) }),
  [processorConfig],
);

const validate = consoleEndpoint(
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
