import { processorConfig } from "../../shared/config.ts";
import { listReaders as operation } from "../../shared/contract/terminal.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";
import { pageAnswer } from "../../shared/lambda/page-answer.ts";
import { listReaders } from "../../shared/processor/terminal.ts";

export const handler = endpoint(
  operation,
  async ({ merchant, query, url }) =>
    pageAnswer(await listReaders({ ...query, accountId: requireAccountId(merchant) }), { url, query }),
  [processorConfig],
);
