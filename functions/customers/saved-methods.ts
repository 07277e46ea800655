import * as contract from "../../shared/contract/customers.ts";
import { onceFor } from "../../shared/domain/id.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { createSetup, detachMethod, listSavedMethods } from "../../shared/processor/customers.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

const setUp = endpoint(
  contract.setUpCustomer,
  ({ merchant, parameter, ...request }) => {
    const [accountId, customerId] = [requireAccountId(merchant), parameter("id")];
    const operation = `set-up-customer ${customerId}`;
    const once = onceFor({ ...request, merchantId: merchant.merchantId, operation });
    return createSetup({ accountId, customerId, once });
  },
  [processorConfig],
);

const list = endpoint(
  contract.listSavedMethods,
  ({ merchant, parameter }) =>
    listSavedMethods({ accountId: requireAccountId(merchant), customerId: parameter("id") }),
  [processorConfig],
);

const remove = endpoint(
  contract.deleteSavedMethod,
  ({ merchant, parameter }) => {
    const methodId = parameter("paymentMethodId");
    return detachMethod({ accountId: requireAccountId(merchant), customerId: parameter("id"), methodId });
  },
  [processorConfig],
);

export const handler = byRoute([
  [contract.setUpCustomer, setUp],
  [contract.listSavedMethods, list],
  [contract.deleteSavedMethod, remove],
]);
