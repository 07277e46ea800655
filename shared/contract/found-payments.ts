import * as z from "zod/mini";
import { DELIVERY_STATES } from "../domain/events/event.ts";
import { HEADLINE_FILTERS } from "../domain/payments/headline.ts";
import { CONSOLE } from "./console-page.ts";
import { described, named } from "./described.ts";
import { integer, paymentId, text, time, timestamp } from "./fields.ts";
import { exampleFullPayment } from "./full-payment.ts";
import { type Operation, SESSION_FAILURES } from "./operation.ts";
import { pageQuery } from "./paging.ts";
import { PaymentListItem } from "./payment-lists.ts";

// The console's own: it filters by what it shows. A merchant's server lists payments (payment-lists.ts).

const STATUSES = new RegExp(`^(${HEADLINE_FILTERS.join("|")})(,(${HEADLINE_FILTERS.join("|")}))*$`);

const filter = {
  search: z.optional(
    described(
      "An order, or a part of order, customer or description, an amount, or the last four digits of a card. In an " +
        "operator's session only an order, a part of it or an amount.",
      text(),
    ),
  ),
  status: z.optional(
    described(
      "Only these statuses, as the console shows them, separated by commas.",
      z.string().check(z.regex(STATUSES, { error: "must be statuses separated by commas." })),
    ),
  ),
  delivery: z.optional(described("Only this state of the last callback.", z.enum(DELIVERY_STATES))),
  customer: z.optional(
    described(
      "Only payments with exactly this customerRef. An operator's session cannot filter by it.",
      text(),
    ),
  ),
  since: z.optional(described("Only payments created at or after this time.", time)),
  until: z.optional(described("Only payments created before this time.", time)),
  startingAfter: z.optional(described("The next of the last answer.", paymentId)),
};

const next = described("Where to continue; null: everything was looked through.", z.nullable(paymentId));

const FoundPayments = named(
  "FoundPayments",
  "One page of what was found, newest first.",
  z.strictObject({
    payments: z.array(PaymentListItem),
    next,
    searchedTo: described(
      "Where the search stopped before the page was full, after about a thousand payments; null otherwise.",
      z.nullable(timestamp),
    ),
  }),
);

const PaymentTotals = named(
  "PaymentTotals",
  "A part of what the whole filter comes to.",
  z.strictObject({
    payments: integer("How many payments match, of those looked through."),
    lookedThrough: integer("How many payments were looked through, at most a thousand."),
    totals: z.array(
      z.strictObject({
        currency: described("ISO 4217, in lower case.", z.string()),
        paidPayments: integer("How many of them were paid."),
        capturedCents: integer("What was paid."),
        refundedCents: integer("What of it was refunded."),
        disputedCents: integer("What disputes in this currency hold or have taken."),
      }),
    ),
    next,
  }),
);

export type FoundPaymentsView = z.output<typeof FoundPayments>;

export const findPayments = {
  name: "find-payments",
  method: "GET",
  path: "/console/v1/found-payments",
  tag: CONSOLE,
  caller: "console",
  summary: "Find payments",
  description: "Looks through about a thousand payments per call, and says how far.",
  query: z.strictObject({ ...filter, limit: pageQuery(paymentId).shape.limit }),
  answers: {
    200: {
      description: "What was found.",
      schema: FoundPayments,
      example: { payments: [exampleFullPayment], next: null, searchedTo: null },
    },
  },
  budget: "ledger",
  failures: SESSION_FAILURES,
} as const satisfies Operation;

export const totalPayments = {
  name: "total-payments",
  method: "GET",
  path: "/console/v1/payment-totals",
  tag: CONSOLE,
  caller: "console",
  summary: "Add up payments",
  description: "Of at most a thousand payments per call. The next call continues with the following ones.",
  query: z.strictObject(filter),
  answers: {
    200: {
      description: "A part of the totals.",
      schema: PaymentTotals,
      example: {
        payments: 1,
        lookedThrough: 1,
        totals: [
          { currency: "usd", paidPayments: 1, capturedCents: 4999, refundedCents: 0, disputedCents: 0 },
        ],
        next: null,
      },
    },
  },
  budget: "ledger",
  failures: SESSION_FAILURES,
} as const satisfies Operation;
