import * as contract from "../../shared/contract/terminal.ts";
import { onceFor } from "../../shared/domain/id.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { createConnectionToken, createLocation, listLocations } from "../../shared/processor/terminal.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

const token = endpoint(
  contract.createConnectionToken,
  ({ merchant, ownerToken }) =>
    createConnectionToken({ accountId: requireAccountId(merchant), processorKey: ownerToken }),
  [processorConfig],
);

const create = endpoint(
  contract.createLocation,
  ({ merchant, body, ...request }) => {
    const operation = contract.createLocation.name;
    const once = onceFor({ ...request, merchantId: merchant.merchantId, operation });
    return createLocation({ ...body, accountId: requireAccountId(merchant), once });
  },
  [processorConfig],
);

const list = endpoint(
  contract.listLocations,
  ({ merchant, query }) => listLocations({ ...query, accountId: requireAccountId(merchant) }),
  [processorConfig],
);

export const handler = byRoute([
  [contract.createConnectionToken, token],
  [contract.createLocation, create],
  [contract.listLocations, list],
]);
