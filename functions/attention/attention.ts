import * as contract from "../../shared/contract/attention.ts";
import { listAttention } from "../../shared/flows/attention/list-attention.ts";
import { listDisputes } from "../../shared/flows/attention/list-disputes.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { attentionView, listedDisputeView } from "../../shared/views/attention.ts";

const attention = consoleEndpoint(contract.listAttention, async ({ merchant, query, at }) => {
  const { items, ...page } = await listAttention(merchant, query, at);
  return { ...page, items: items.map(attentionView) };
});

const disputes = consoleEndpoint(contract.listDisputes, async ({ merchant, query, at }) => {
  const { items, ...page } = await listDisputes(merchant.merchantId, query, at);
  return { ...page, items: items.map(listedDisputeView) };
});

export const handler = byRoute([
  [contract.listAttention, attention],
  [contract.listDisputes, disputes],
]);
