import { createConnectionToken as operation } from "../../shared/contract/terminal.ts";
import { connectedAccountId } from "../../shared/flows/connected-account.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { createConnectionToken } from "../../shared/processor/terminal.ts";

export const handler = endpoint(operation, async ({ merchant, ownerToken }) => ({
  status: 200,
  body: await createConnectionToken({ accountId: connectedAccountId(merchant), processorKey: ownerToken }),
}));
