import { getBalance as operation } from "../../shared/contract/balance.ts";
import { requireAccountId } from "../../shared/domain/onboarding.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { sessionEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { fetchBalanceNow } from "../../shared/processor/balance.ts";
import { processorConfig } from "../../shared/runtime/config.ts";

export const handler = sessionEndpoint(
  operation,
  async ({ merchant, at }) => ({
    answer: { asOf: isoTime(at), currencies: await fetchBalanceNow(requireAccountId(merchant)) },
  }),
  [processorConfig],
);
