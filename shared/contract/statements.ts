import * as z from "zod/mini";
import { DIFFERENCE_KINDS } from "../domain/finance/statement.ts";
import { csvQuery } from "./csv-query.ts";
import { described, named } from "./described.ts";
import { accountId, integer, intentId, paymentId, payoutId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, type Tag } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";
import { PaymentFacts } from "./payment-facts.ts";

export const STATEMENTS: Tag = {
  name: "Statements",
  description: "What moved on a day, and where ledger and processor differed.",
};

/** Whether there was such a day is for the flow to say. */
const date = described("A day in UTC.", z.iso.date({ error: "must be a date, such as 2026-07-01." }));

const Total = named(
  "StatementTotal",
  "What a day came to, in a currency that your account settles in.",
  z.strictObject({
    currency: described("ISO 4217, in lower case.", z.string()),
    grossCents: integer("The charged amount."),
    refundsCents: integer("What was given back, less refunds that failed."),
    disputesCents: integer("What disputes took, less what they gave back."),
    platformFeesCents: integer("Our fees, less those returned."),
    processorFeesCents: integer("The processor's fees."),
    netCents: integer("What is left of your payments through this service: gross less all of the above."),
    otherCents: integer(
      "What moved on your account and is about no payment: fees, holds, adjustments. Signed: in is positive.",
    ),
    otherCount: integer("How many lines that is."),
    otherBalancesCents: integer(
      "What moved on other balances of your account than the one of payments, for example prefunded refunds. It is in " +
        "no other sum. Signed: in is positive.",
    ),
    merchantsOwnNetCents: integer("The total after fees of payments that you made outside this service."),
    accountNetCents: integer(
      "Everything that moved on your account, payouts not: netCents, merchantsOwnNetCents and otherCents together.",
    ),
  }),
);

const Difference = named(
  "StatementDifference",
  "A payment about which ledger and processor did not agree.",
  z.strictObject({
    kind: described(
      "How they differed. not_in_ledger: the processor has it with our metadata; foreign_metadata: an intent carries " +
        "the id of a payment that is not its own.",
      z.enum(DIFFERENCE_KINDS),
    ),
    svcPaymentId: paymentId,
    processorPaymentIntentId: intentId,
    ledger: described("What the ledger said; null if it has no such payment.", z.nullable(PaymentFacts)),
    processor: described("What the processor says; null if it has none.", z.nullable(PaymentFacts)),
    healed: described("The ledger was corrected; see the payment's timeline.", z.boolean()),
  }),
);

const summaryFields = {
  date,
  final: described(
    "false: made before the day was over and booked, or while your account could not be read; it will be made again.",
    z.boolean(),
  ),
  generatedAt: described("When it was made.", timestamp),
  totals: described("What your payments through this service came to, by currency.", z.array(Total)),
  matched: integer("How many payments ledger and processor agree on."),
  merchantsOwn: integer("How many charges that you made outside this service moved money."),
  unexplained: integer(
    "How many charges moved money but cannot be read at the processor. Their money is in otherCents. An operator was notified.",
  ),
};

const StatementPayout = named(
  "StatementPayout",
  "A payout made on a statement's day.",
  z.strictObject({
    payoutId,
    amountCents: integer("The amount that left for the bank; negative if the bank is debited."),
    currency: described("ISO 4217, in lower case.", z.string()),
  }),
);

export const StatementSummary = named(
  "StatementSummary",
  "A day's statement in a list.",
  z.strictObject({
    ...summaryFields,
    differenceCount: integer("On how many payments they did not agree, healed ones included."),
  }),
);

export const Statement = named(
  "Statement",
  "A day's statement.",
  z.strictObject({
    ...summaryFields,
    differences: described("Where they did not agree, at most 100.", z.array(Difference)),
    differencesOmitted: integer("How many more there are than are listed."),
    unreachableAccounts: described(
      "Accounts that we may no longer look at. What moved on them is in the statement in part, or not at all.",
      z.array(accountId),
    ),
    payouts: described(
      "Payouts made that day. What they are made of moved earlier, and is on earlier statements.",
      z.array(StatementPayout),
    ),
  }),
);

const exampleSummary = {
  date: "2026-07-01",
  final: true,
  generatedAt: "2026-07-02T06:00:04.000Z",
  totals: [
    {
      currency: "usd",
      grossCents: 104_990,
      refundsCents: 4999,
      disputesCents: 0,
      platformFeesCents: 3100,
      processorFeesCents: 3375,
      netCents: 93_516,
      otherCents: -200,
      otherCount: 1,
      otherBalancesCents: 0,
      merchantsOwnNetCents: 0,
      accountNetCents: 93_316,
    },
  ],
  matched: 21,
  merchantsOwn: 0,
  unexplained: 0,
};

export const listStatements = {
  name: "list-statements",
  method: "GET",
  path: "/v1/statements",
  scope: "finance:read",
  console: "read",
  tag: STATEMENTS,
  summary: "List daily statements",
  description: "One for every day, six hours after its end in UTC; kept for 400 days.",
  query: pageQuery(date),
  answers: { 200: page(StatementSummary, [{ ...exampleSummary, differenceCount: 1 }]) },
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const getStatement = {
  name: "get-statement",
  method: "GET",
  path: "/v1/statements/{date}",
  pathParameters: { date },
  scope: "finance:read",
  console: "read",
  tag: STATEMENTS,
  summary: "Retrieve a day's statement",
  description:
    "The totals of your payments through this service, and every payment on which ledger and processor " +
    "differed. " +
    "Differences that were corrected from the processor are marked healed; an operator was notified of the others.",
  answers: {
    200: {
      description: "The statement.",
      schema: Statement,
      example: {
        ...exampleSummary,
        differences: [
          {
            kind: "refunds_differ",
            svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
            processorPaymentIntentId: "pi_3QExample",
            ledger: { status: "succeeded", amountCents: 4999, refundedCents: 0, applicationFeeCents: 155 },
            processor: {
              status: "refunded",
              amountCents: 4999,
              refundedCents: 4999,
              applicationFeeCents: 155,
            },
            healed: true,
          },
        ],
        differencesOmitted: 0,
        unreachableAccounts: [],
        payouts: [{ payoutId: "po_1QExample", amountCents: 4669, currency: "usd" }],
      },
    },
  },
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;

export const downloadStatementPayments = {
  name: "download-statement-payments",
  method: "GET",
  path: "/v1/statements/{date}/payments.csv",
  pathParameters: { date },
  query: csvQuery,
  scope: "finance:read",
  console: "read",
  tag: STATEMENTS,
  summary: "Download the payments behind a statement",
  description:
    "One line for each payment of this service that moved money that day, and currency, as one file for a " +
    "spreadsheet (RFC 4180, a header line first): its order, what came in and went out, fees, net, what was charged in the " +
    "payment's own currency with the rate, and the processor's reference. Together they are the statement's totals, to the cent. Each amount is there in cents and " +
    "as a decimal number. At most 20,000 payments.",
  answers: {
    200: {
      description: "The file.",
      schema: z.string(),
      csv: true,
      example:
        "svcPaymentId,orderRef,currency,grossCents,gross,…\r\nsvcpay_5f2b…,order-1001,usd,4999,49.99,…\r\n",
    },
  },
  failures: [...COMMON_FAILURES, "not_found", "too_many_lines"],
} as const satisfies Operation;
