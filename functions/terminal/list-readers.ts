import { processorConfig } from "../../shared/config.ts";
import { listReaders as operation } from "../../shared/contract/terminal.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { listReaders } from "../../shared/processor/terminal.ts";

export const handler = endpoint(
  operation,
  ({ merchant, query }) => listReaders({ ...query, accountId: requireAccountId(merchant) }),
  [processorConfig],
);
