import * as contract from "../../shared/contract/found-payments.ts";
import { listPayments as operation } from "../../shared/contract/payment-lists.ts";
import { requireFurtherScope } from "../../shared/domain/access/api-key.ts";
import { isOperators, requireMayFilterByCustomer } from "../../shared/domain/access/console-session.ts";
import { findPayments, totalPayments } from "../../shared/flows/payments/find-payments.ts";
import { listPayments } from "../../shared/flows/payments/list-payments.ts";
import { consoleEndpoint, sessionEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { byRoute } from "../../shared/lambda/serve.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { foundPaymentsFor, paymentListItemFor } from "../../shared/views/payment-list.ts";

const list = consoleEndpoint(
  operation,
  async ({ merchant, query, scopes, session }) => {
    requireMayFilterByCustomer(session, query.customerRef);
    if (query.include === "delivery") requireFurtherScope(scopes, "events:read", "include=delivery");
    const { items, ...page } = await listPayments(merchant, query, { ...query, asksForCards: !!session });
    const reader = { seesDisputes: scopes.includes("finance:read"), isOperator: isOperators(session) };
    return { ...page, items: items.map((payment) => paymentListItemFor(reader, payment)) };
  },
  [processorConfig],
);

const find = sessionEndpoint(
  contract.findPayments,
  async ({ found, query }) => ({ answer: foundPaymentsFor(found.session, await findPayments(found, query)) }),
  [processorConfig],
);

const total = sessionEndpoint(
  contract.totalPayments,
  async ({ found, query }) => ({ answer: await totalPayments(found, query) }),
  [processorConfig],
);

export const handler = byRoute([
  [operation, list],
  [contract.findPayments, find],
  [contract.totalPayments, total],
]);
