import { getPaymentTimeline as operation } from "../../shared/contract/payment-lists.ts";
import { getPaymentRecord } from "../../shared/flows/get-payment.ts";
import { paymentTimeline } from "../../shared/flows/payment-timeline.ts";
import { timelineView } from "../../shared/flows/timeline-view.ts";
import { endpoint } from "../../shared/lambda/endpoint.ts";

export const handler = endpoint(operation, async ({ merchant, parameter }) => {
  const record = await getPaymentRecord(merchant.merchantId, parameter("id"));
  return { status: 200, body: (await paymentTimeline(record)).map(timelineView) };
});
