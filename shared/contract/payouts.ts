import * as z from "zod/mini";
import { LINE_KINDS } from "../domain/finance/payout.ts";
import { csvQuery } from "./csv-query.ts";
import { described, named } from "./described.ts";
import { integer, nullableText, paymentId, payoutId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";

const TAG: Tag = {
  name: "Payouts",
  description: "What arrived at your bank, and the orders that it contains, to the cent.",
};

const currency = described("ISO 4217, in lower case: the currency that your account settles in.", z.string());

const KindTotal = named(
  "PayoutTotal",
  "What the lines of one kind come to. Net is gross less all fees and taxes.",
  z.strictObject({
    count: integer("How many lines."),
    grossCents: integer("Signed: what came in is positive."),
    platformFeesCents: integer("Our fees."),
    otherFeesCents: integer("Fees of other platforms, on payments outside this service."),
    processorFeesCents: integer("The processor's fees."),
    taxesCents: integer("What was withheld for a tax office."),
    netCents: integer("What is left."),
  }),
);

export const Payout = named(
  "Payout",
  "Money on its way from your account at the processor to your bank, or back.",
  z.strictObject({
    payoutId,
    status: described(
      "The processor's status: pending, in_transit, paid, failed or canceled; there may be others. A bank can " +
        "return a payout days after it was paid: then it is failed, and its money is part of a later payout.",
      z.string(),
    ),
    amountCents: integer("The amount that arrives; negative if your bank is debited."),
    currency,
    automatic: described("false: you asked for it yourself.", z.boolean()),
    method: described("standard or instant.", z.string()),
    createdAt: described("When it was made.", timestamp),
    arrivesOn: described("The day on which it is expected at your bank, in UTC.", z.iso.date()),
    traceId: nullableText("By which your bank finds it; null until the bank has said so, which takes days."),
    returnedAt: described(
      "When the money of a failed or canceled payout was back on your account; null if it is not.",
      z.nullable(timestamp),
    ),
    failureCode: nullableText("The processor's failure code; null if it has not failed."),
    composition: described(
      "complete: the lines are all there. waiting: the processor does not know all of them yet. unknown: it never " +
        "will, because you asked for the payout yourself.",
      z.enum(["complete", "waiting", "unknown"]),
    ),
    totals: described(
      "By kind of line, once the composition is complete.",
      z.partialRecord(z.enum(LINE_KINDS), KindTotal),
    ),
    lineCount: integer("How many lines there are."),
    unexplainedCents: described(
      "What the lines do not account for. If it is not 0, an operator was notified. null until the composition is complete.",
      z.nullable(z.int()),
    ),
  }),
);

const PayoutLine = named(
  "PayoutLine",
  "One line of what is in a payout. Signed: what came in is positive.",
  z.strictObject({
    at: described("When the money moved.", timestamp),
    kind: described(
      "The kind of line. platform_fee_return: the platform's fee, returned with a refund; held_back: reserves and minimum balances, " +
        "both ways; payout_failure: an earlier payout that came back; other_balance: on another balance of your account than " +
        "the one of payments, in no sum of the payout; other: what the processor has added since.",
      z.enum(LINE_KINDS),
    ),
    svcPaymentId: described(
      "The payment; null where it is about none of this service.",
      z.nullable(paymentId),
    ),
    orderRef: nullableText("The payment's, as given at creation; null if none was."),
    merchantsOwn: described("About a payment that you made outside this service.", z.boolean()),
    grossCents: integer("Before fees."),
    platformFeeCents: integer("Our fee."),
    otherFeesCents: integer("Another platform's fee."),
    processorFeeCents: integer("The processor's fee."),
    taxCents: integer("What was withheld for a tax office."),
    netCents: integer("Gross less all of these: what the line adds to the payout."),
    currency,
    chargedCents: described(
      "What the customer was charged or given back, in the payment's own currency; null where that is not known, or the " +
        "line is about no payment.",
      z.nullable(z.int()),
    ),
    chargeCurrency: described("The payment's own currency; null as chargedCents.", z.nullable(z.string())),
    exchangeRate: described(
      "From the payment's currency, where that is another one.",
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
  description:
    "Kept for 400 days. A payout is known here once the processor knows what is in it, or a day later.",
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
    "Its amount is the sum of its totals' net amounts, to the cent; unexplainedCents shows any difference.",
  answers: { 200: { description: "The payout.", schema: Payout, example: examplePayout } },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

/** Lines have no ids of their own, and never change once they are there: a page begins after so many. */
const position = described(
  "How many lines the page begins after.",
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
  summary: "List what is in a payout",
  description:
    "Every line of the processor except the payout's own. Empty until the composition is complete.",
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
  summary: "Download what is in a payout",
  description:
    "All lines as one file for a spreadsheet (RFC 4180, a header line first), oldest first: of a payout of up to " +
    "20,000 lines. Each amount is there in cents and as a decimal number. Text that a spreadsheet would run as a " +
    "formula has an apostrophe in front.",
  answers: {
    200: {
      description: "The file.",
      schema: z.string(),
      csv: true,
      example:
        "at,kind,svcPaymentId,orderRef,…\r\n2026-07-01T12:00:00.000Z,charge,svcpay_5f2b…,order-1001,…\r\n",
    },
  },
  budget: "file",
  failures: [...COMMON_FAILURES, "not_found", "too_many_lines"],
} as const satisfies Operation;

export type PayoutView = z.output<typeof Payout>;
export type PayoutLineView = z.output<typeof PayoutLine>;
