import { getPaymentTimeline as operation } from "../../shared/contract/payment-lists.ts";
import { getPaymentRecord } from "../../shared/flows/payments/get-payment.ts";
import { getTimeline } from "../../shared/flows/payments/get-timeline.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { timelineView } from "../../shared/views/timeline.ts";

export const handler = consoleEndpoint(operation, async ({ merchant, parameter }) => {
  const record = await getPaymentRecord(merchant.merchantId, parameter("id"));
  return (await getTimeline(record)).map((entry) => timelineView(entry, merchant));
});
