import * as contract from "../../shared/contract/customers.ts";
import { onceFor } from "../../shared/domain/id.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import * as customers from "../../shared/processor/customers.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

const NEEDS = [processorConfig];

const create = endpoint(
  contract.createCustomer,
  ({ merchant, body, ...request }) => {
    const once = onceFor({ ...request, merchantId: merchant.merchantId, operation: "create-customer" });
    return customers.createCustomer({ ...body, accountId: requireAccountId(merchant), once });
  },
  NEEDS,
);

const find = endpoint(
  contract.findCustomers,
  ({ merchant, query }) => customers.searchCustomers({ ...query, accountId: requireAccountId(merchant) }),
  NEEDS,
);

const remove = endpoint(
  contract.deleteCustomer,
  ({ merchant, parameter }) =>
    customers.deleteCustomer({ accountId: requireAccountId(merchant), customerId: parameter("id") }),
  NEEDS,
);

export const handler = byRoute([
  [contract.createCustomer, create],
  [contract.findCustomers, find],
  [contract.deleteCustomer, remove],
]);
