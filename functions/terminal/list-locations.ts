import { listLocations as operation } from "../../shared/contract/terminal.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { listLocations } from "../../shared/processor/terminal.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ merchant, query }) => listLocations({ ...query, accountId: requireAccountId(merchant) }),
  [processorConfig],
);
