import * as found from "../../shared/contract/found-payments.ts";
import { listPayments as operation } from "../../shared/contract/payment-lists.ts";
import { requireFurtherScope } from "../../shared/domain/access/preset.ts";
import {
  findPayments,
  type PaymentSearch,
  totalPayments,
} from "../../shared/flows/payments/find-payments.ts";
import { listPayments } from "../../shared/flows/payments/list-payments.ts";
import { byRoute } from "../../shared/lambda/by-route.ts";
import { consoleEndpoint, sessionEndpoint } from "../../shared/lambda/console-endpoint.ts";
import type { FoundSession } from "../../shared/ledger/console-sessions.ts";
import { processorConfig } from "../../shared/runtime/config.ts";
import { foundPaymentsFor, paymentListItemFor } from "../../shared/views/payment-list.ts";

const list = consoleEndpoint(
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

const find = sessionEndpoint(
  found.findPayments,
  async ({ merchant, query, found: { session } }) => {
    const reader = { merchant, isOperator: isOperators(session) };
    return { answer: foundPaymentsFor(reader, await findPayments(reader, searchOf(query), query.limit)) };
  },
  [processorConfig],
);

const total = sessionEndpoint(
  found.totalPayments,
  async ({ merchant, query, found: { session } }) => ({
    answer: await totalPayments({ merchant, isOperator: isOperators(session) }, searchOf(query)),
  }),
  [processorConfig],
);

const isOperators = ({ maker }: FoundSession["session"]): boolean => maker.kind === "operator";

const searchOf = <Q extends Omit<PaymentSearch, "statuses"> & { status?: string | undefined }>({
  status,
  ...query
}: Q): PaymentSearch => ({ ...query, statuses: status?.split(",") ?? [] });

export const handler = byRoute([
  [operation, list],
  [found.findPayments, find],
  [found.totalPayments, total],
]);
