import { createConnectionToken as operation } from "../../shared/contract/terminal.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { createConnectionToken } from "../../shared/processor/terminal.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

export const handler = endpoint(
  operation,
  ({ merchant, ownerToken }) =>
    createConnectionToken({ accountId: requireAccountId(merchant), processorKey: ownerToken }),
  [processorConfig],
);
