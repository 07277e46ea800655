import { registerReader as operation } from "../../shared/contract/terminal.ts";
import { onceFor } from "../../shared/domain/id.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { registerReader } from "../../shared/processor/terminal.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ merchant, body, ...request }) =>
    registerReader({
      ...body,
      accountId: requireAccountId(merchant),
      once: onceFor({ ...request, merchantId: merchant.merchantId, operation: operation.name }),
    }),
  [processorConfig],
);
