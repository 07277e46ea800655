import { listPayments as operation } from "../../shared/contract/payment-lists.ts";
import { requireFurtherScope } from "../../shared/domain/access/preset.ts";
import { listPayments } from "../../shared/flows/payments/list-payments.ts";
import { consoleEndpoint } from "../../shared/lambda/console-endpoint.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { paymentListItemFor } from "../../shared/views/payment-list.ts";

export const handler = consoleEndpoint(
  operation,
  async ({ merchant, query, scopes, session }) => {
    if (query.include === "delivery") requireFurtherScope(scopes, "events:read", "include=delivery");
    const { items, ...page } = await listPayments(merchant, query, {
      ...query,
      asksForCards: session !== undefined,
    });
    const reader = {
      seesDisputes: scopes.includes("finance:read"),
      isOperator: session?.maker.kind === "operator",
    };
    return { ...page, items: items.map((payment) => paymentListItemFor(reader, payment)) };
  },
  [processorConfig],
);
