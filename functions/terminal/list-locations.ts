import { processorConfig } from "../../shared/config.ts";
import { listLocations as operation } from "../../shared/contract/terminal.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { pageAnswer } from "../../shared/lambda/page-answer.ts";
import { listLocations } from "../../shared/processor/terminal.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, query, url }) =>
    pageAnswer(await listLocations({ ...query, accountId: requireAccountId(merchant) }), { url, query }),
  [processorConfig],
);
