import * as contract from "../../shared/contract/attention.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { listAttention } from "../../shared/flows/attention/list-attention.ts";
import { listDisputes } from "../../shared/flows/attention/list-disputes.ts";
import { resolveAttention } from "../../shared/flows/attention/resolve-attention.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { attentionView, listedDisputeView } from "../../shared/views/attention.ts";

const attention = consoleEndpoint(contract.listAttention, async ({ merchant, query, at }) => {
  const { items, ...page } = await listAttention(merchant, query, at);
  return { ...page, items: items.map(attentionView) };
});

const disputes = consoleEndpoint(contract.listDisputes, async ({ merchant, query, at }) => {
  const { items, ...page } = await listDisputes(merchant.merchantId, query, at);
  return { ...page, items: items.map(listedDisputeView) };
});

const resolve = consoleEndpoint(contract.resolveAttention, async ({ merchant, parameter, change }) => {
  const attentionId = parameter("id");
  const resolvedAt = await resolveAttention(merchant.merchantId, attentionId, change);
  return { attentionId, resolvedAt: isoTime(resolvedAt) };
});

export const handler = byRoute([
  [contract.resolveAttention, resolve],
  [contract.listAttention, attention],
  [contract.listDisputes, disputes],
]);
