import * as contract from "../../shared/contract/payouts.ts";
import { isOperators } from "../../shared/domain/access/console-session.ts";
import { getPayout, listLines, listPayouts, renderLines } from "../../shared/flows/payouts/list-payouts.ts";
import { renderPayouts } from "../../shared/flows/payouts/render-payouts.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { payoutCsv, payoutLineView, payoutsCsv, payoutView } from "../../shared/views/payout.ts";

const list = consoleEndpoint(contract.listPayouts, async ({ merchant, query }) => {
  const { items, ...page } = await listPayouts(merchant.merchantId, query);
  return { ...page, items: items.map(payoutView) };
});

const get = consoleEndpoint(contract.getPayout, async ({ merchant, parameter }) =>
  payoutView(await getPayout(merchant.merchantId, parameter("id"))),
);

const lines = consoleEndpoint(contract.listPayoutLines, async ({ merchant, parameter, query }) => {
  const { items, ...page } = await listLines(await getPayout(merchant.merchantId, parameter("id")), query);
  return { ...page, items: items.map(payoutLineView) };
});

const download = consoleEndpoint(contract.downloadPayoutLines, async (request) => {
  const { merchant, parameter, query, session } = request;
  const file = payoutCsv(query, isOperators(session));
  return renderLines(await getPayout(merchant.merchantId, parameter("id")), file);
});

const downloadAll = consoleEndpoint(contract.downloadPayouts, async ({ merchant, query, session }) =>
  renderPayouts(merchant.merchantId, query, payoutsCsv(query, isOperators(session))),
);

export const handler = byRoute([
  [contract.listPayouts, list],
  [contract.getPayout, get],
  [contract.listPayoutLines, lines],
  [contract.downloadPayoutLines, download],
  [contract.downloadPayouts, downloadAll],
]);
