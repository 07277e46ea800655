import * as z from "zod/mini";
import { LINE_KINDS } from "../domain/finance/payout.ts";
import { csvQuery } from "./csv-query.ts";
import { described, named } from "./described.ts";
import { integer, nullableText, paymentId, payoutId, timestamp } from "./fields.ts";
import { describeColumns } from "./file-columns.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const TAG: Tag = {
  name: "Payouts",
  description: "What arrived at your bank, and the orders that it contains, to the cent.",
};

const currency = described("ISO 4217, in lower case: the currency that your account settles in.", z.string());

const KindTotal = named(
  "PayoutTotal",
  "The totals of one kind of line. Net is gross less all fees and taxes.",
  z.strictObject({
    count: integer("How many lines."),
    grossCents: integer("Signed: money received is positive."),
    platformFeesCents: integer("Our fees."),
    otherFeesCents: integer("Fees of other platforms, on payments outside this service."),
    processorFeesCents: integer("The processor's fees."),
    taxesCents: integer("Withheld taxes."),
    netCents: integer("What is left after fees and taxes."),
  }),
);

export const Payout = named(
  "Payout",
  "A transfer from your processor account to your bank, or its return.",
  z.strictObject({
    payoutId,
    status: described(
      "The processor's status: pending, in_transit, paid, failed or canceled; there may be others. A bank can " +
        "return a payout days after it was paid: then it is failed, and its money is part of a later payout.",
      z.string(),
    ),
    amountCents: integer("The amount that arrives; negative if your bank is debited."),
    currency,
    automatic: described("false: you requested it yourself.", z.boolean()),
    method: described("standard or instant.", z.string()),
    createdAt: described("When it was created.", timestamp),
    arrivesOn: described("The day on which it is expected at your bank, in UTC.", z.iso.date()),
    traceId: nullableText(
      "The reference by which your bank can find it; null until the bank provides it, which takes days.",
    ),
    returnedAt: described(
      "When the money of a failed or canceled payout returned to your account; null if it has not.",
      z.nullable(timestamp),
    ),
    failureCode: nullableText("The processor's failure code; null if it has not failed."),
    composition: described(
      "complete: all lines are there. waiting: the processor does not know all of them yet. unknown: the " +
        "processor cannot list them, because you requested the payout yourself.",
      z.enum(["complete", "waiting", "unknown"]),
    ),
    totals: described(
      "By kind of line, once the composition is complete.",
      z.partialRecord(z.enum(LINE_KINDS), KindTotal),
    ),
    lineCount: integer("How many lines there are."),
    unexplainedCents: described(
      "The part of the amount that the lines do not explain. If it is not 0, an operator was notified. null " +
        "until the composition is complete.",
      z.nullable(z.int()),
    ),
  }),
);

const PayoutLine = named(
  "PayoutLine",
  "One line of a payout's breakdown. Signed: money received is positive.",
  z.strictObject({
    at: described("When the money moved.", timestamp),
    kind: described(
      "The kind of line. platform_fee_return: the platform's fee, returned with a refund; held_back: reserves " +
        "and minimum balances, both ways; payout_failure: an earlier payout that was returned; other_balance: on " +
        "a balance other than the payments balance, and no part of the payout's amount; other: kinds that the " +
        "processor has added since.",
      z.enum(LINE_KINDS),
    ),
    svcPaymentId: described(
      "The payment; null if the line is not about a payment of this service.",
      z.nullable(paymentId),
    ),
    orderRef: nullableText("The payment's order reference, as given at creation; null if none was given."),
    merchantsOwn: described("Whether it is about a payment that you made outside this service.", z.boolean()),
    grossCents: integer("Before fees."),
    platformFeeCents: integer("Our fee."),
    otherFeesCents: integer("Another platform's fee."),
    processorFeeCents: integer("The processor's fee."),
    taxCents: integer("Withheld taxes."),
    netCents: integer("Gross less all of these: the line's part of the payout."),
    currency,
    chargedCents: described(
      "What the customer was charged or refunded, in the payment's own currency; null if it is not known, or the " +
        "line is a returned fee or not about a payment.",
      z.nullable(z.int()),
    ),
    chargeCurrency: described(
      "The payment's own currency; null if chargedCents is null.",
      z.nullable(z.string()),
    ),
    exchangeRate: described(
      "The rate from the payment's currency, if that is another one.",
      z.nullable(z.number()),
    ),
    processorReference: described("The processor's balance transaction, txn_…", z.string()),
  }),
);

const exampleTotal = {
  count: 1,
  grossCents: 4999,
  platformFeesCents: 155,
  otherFeesCents: 0,
  processorFeesCents: 175,
  taxesCents: 0,
  netCents: 4669,
};

const examplePayout = {
  payoutId: "po_1QExample",
  status: "paid",
  amountCents: 4669,
  currency: "usd",
  automatic: true,
  method: "standard",
  createdAt: "2026-07-03T00:00:00.000Z",
  arrivesOn: "2026-07-05",
  traceId: null,
  returnedAt: null,
  failureCode: null,
  composition: "complete",
  totals: { charge: exampleTotal },
  lineCount: 1,
  unexplainedCents: 0,
} as const;

export const listPayouts = {
  name: "list-payouts",
  method: "GET",
  path: "/v1/payouts",
  scope: "finance:read",
  console: "read",
  tag: TAG,
  summary: "List payouts",
  description: "Kept for 400 days. A payout appears once its breakdown is available, or after one day.",
  query: pageQuery(payoutId),
  answers: { 200: page(Payout, [examplePayout]) },
  budget: "ledger",
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getPayout = {
  name: "get-payout",
  method: "GET",
  path: "/v1/payouts/{id}",
  pathParameters: { id: payoutId },
  scope: "finance:read",
  console: "read",
  tag: TAG,
  summary: "Retrieve a payout",
  description:
    "Its amount equals the sum of its totals' net amounts, without other_balance, to the cent. unexplainedCents shows any " +
    "difference.",
  answers: { 200: { description: "The payout.", schema: Payout, example: examplePayout } },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

/** Lines have no ids of their own, and never change once they are there: a page begins after so many. */
const position = described(
  "How many lines come before the page.",
  z.string().check(z.regex(/^[0-9]{1,9}$/, { error: "must be a number of lines, from the Link header." })),
);

export const listPayoutLines = {
  name: "list-payout-lines",
  method: "GET",
  path: "/v1/payouts/{id}/lines",
  pathParameters: { id: payoutId },
  scope: "finance:read",
  console: "read",
  tag: TAG,
  summary: "List a payout's lines",
  description:
    "Every balance transaction in the payout except the payout's own. Empty until the composition is complete.",
  query: pageQuery(position),
  answers: {
    200: {
      ...page(PayoutLine, [
        {
          at: "2026-07-01T12:00:00.000Z",
          kind: "charge",
          svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
          orderRef: "order-1001",
          merchantsOwn: false,
          grossCents: 4999,
          platformFeeCents: 155,
          otherFeesCents: 0,
          processorFeeCents: 175,
          taxCents: 0,
          netCents: 4669,
          currency: "usd",
          chargedCents: 4999,
          chargeCurrency: "usd",
          exchangeRate: null,
          processorReference: "txn_1QExample",
        },
      ]),
      description: "One page of the list, oldest first.",
    },
  },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const downloadPayoutLines = {
  name: "download-payout-lines",
  method: "GET",
  path: "/v1/payouts/{id}/lines.csv",
  pathParameters: { id: payoutId },
  query: csvQuery,
  scope: "finance:read",
  console: "read",
  tag: TAG,
  summary: "Download a payout's lines",
  description:
    "All lines as one CSV file (RFC 4180, with a header line), oldest first, for a payout of up to 20,000 " +
    "lines. The four fee columns do not contain each other: net is gross less all of them. Text that a spreadsheet " +
    "would run as a formula gets an apostrophe in front." +
    describeColumns("payoutLines"),
  answers: {
    200: {
      description: "The file.",
      schema: z.string(),
      csv: true,
      example:
        "date,time,kind,svcPaymentId,orderRef,…\r\n2026-07-01,12:00:00,charge,svcpay_5f2b…,order-1001,…\r\n",
    },
  },
  budget: "file",
  failures: [...COMMON_FAILURES, "not_found", "too_many_lines"],
} as const satisfies Operation;

const day = (meaning: string) =>
  described(meaning, z.iso.date({ error: "must be a date, such as 2026-07-01." }));

export const downloadPayouts = {
  name: "download-payouts",
  method: "GET",
  path: "/v1/reports/payouts.csv",
  query: z.extend(csvQuery, {
    from: day("The first day, in UTC."),
    to: day("The last day, in UTC. At most 366 days in all."),
  }),
  scope: "finance:read",
  console: "read",
  tag: TAG,
  summary: "Download the lines of all payouts of a range",
  description:
    "For reconciling your bank account: every payout that was created in the range, newest first. Each begins with a row " +
    "of kind payout, with its amount below zero, and its lines follow. Together they add up to 0, apart from the " +
    "payout's unexplainedCents and from lines of kind other_balance. A payout whose lines are not known, because you " +
    "requested it yourself or they are still to come, has its own row alone. At most 20,000 rows: choose a shorter range " +
    "beyond that." +
    describeColumns("payouts"),
  answers: {
    200: {
      description: "The file.",
      schema: z.string(),
      csv: true,
      example: "payoutId,payoutArrivesOn,payoutStatus,…\r\npo_1QExample,2026-07-05,paid,…\r\n",
    },
  },
  budget: "file",
  failures: [...COMMON_FAILURES, "not_found", "too_many_lines"],
} as const satisfies Operation;

export type PayoutView = z.output<typeof Payout>;
export type PayoutLineView = z.output<typeof PayoutLine>;
