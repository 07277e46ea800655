import { getPaymentTimeline as operation } from "../../shared/contract/payment-lists.ts";
import { getTimeline } from "../../shared/flows/payments/get-timeline.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { requirePaymentRecord } from "../../shared/ledger/payments.ts";
import { timelineView } from "../../shared/views/timeline.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter }) => {
  const record = await requirePaymentRecord(merchant.merchantId, parameter("id"));
  return (await getTimeline(merchant, record)).map((entry) => timelineView(entry, merchant));
});
