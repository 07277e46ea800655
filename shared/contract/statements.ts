import * as z from "zod/mini";
import { DIFFERENCE_KINDS } from "../domain/finance/statement.ts";
import { csvQuery } from "./csv-query.ts";
import { described, named } from "./described.ts";
import { accountId, integer, intentId, paymentId, payoutId, timestamp } from "./fields.ts";
import { describeColumns } from "./file-columns.ts";
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
  "A day's totals in one settlement currency of your account.",
  z.strictObject({
    currency: described("ISO 4217, in lower case.", z.string()),
    grossCents: integer("The charged amount."),
    refundsCents: integer("What was given back, less refunds that failed."),
    disputesCents: integer("What disputes took, less what they gave back."),
    platformFeesCents: integer("Our fees, less those returned."),
    platformFeesReturnedCents: integer(
      "The part of our fees that was returned that day. platformFeesCents already includes it.",
    ),
    processorFeesCents: integer("The processor's fees."),
    netCents: integer("What is left of your payments through this service: gross less all of the above."),
    otherCents: integer(
      "Other balance changes that are not about a payment: fees, holds, adjustments. Signed: money received is " +
        "positive.",
    ),
    otherCount: integer("How many balance transactions that is."),
    otherBalancesCents: integer(
      "What moved on balances other than the payments balance, for example prefunded refunds. It is in no other " +
        "total. Signed: money received is positive.",
    ),
    merchantsOwnNetCents: integer("The total after fees of payments that you made outside this service."),
    accountNetCents: integer(
      "Everything that moved on your account except payouts: the sum of netCents, merchantsOwnNetCents and " +
        "otherCents.",
    ),
  }),
);

/** Each is in cents, and null where it is not known. */
const orUnknown = (text: string) => described(text, z.nullable(z.int()));

const balanceFields = {
  currency: described("ISO 4217, in lower case.", z.string()),
  openingBalanceCents: orUnknown(
    "Your balance, available and pending, when the day began: the closing balance of the day before. null: " +
      "not known, because the day before has no final statement and the processor's balance could not be read.",
  ),
  accountNetCents: integer(
    "Everything that moved on your account except payouts. Signed: money received is positive.",
  ),
  payoutsCents: integer("What was paid out to your bank; negative if your bank was debited."),
  payoutsReturnedCents: integer(
    "What was returned from failed or canceled payouts, whenever they were created.",
  ),
  differenceCents: orUnknown(
    "What the processor's balance has beyond all of the above. 0 unless something is wrong, or an account was " +
      "connected or disconnected that day.",
  ),
  closingBalanceCents: orUnknown(
    "Your balance when the day ended: opening + net − payouts + returned payouts + difference.",
  ),
};

const Balance = named(
  "StatementBalance",
  "A day of your account's balance in one currency.",
  z.strictObject(balanceFields),
);

const Difference = named(
  "StatementDifference",
  "A payment on which ledger and processor differed.",
  z.strictObject({
    kind: described(
      "How they differed. not_in_ledger: the processor has it with our metadata; foreign_metadata: an intent carries " +
        "the id of a payment that is not its own.",
      z.enum(DIFFERENCE_KINDS),
    ),
    svcPaymentId: paymentId,
    processorPaymentIntentId: intentId,
    currency: described("The payment's currency; the amounts of both sides are in it.", z.string()),
    ledger: described("What the ledger said; null if it has no such payment.", z.nullable(PaymentFacts)),
    processor: described(
      "What the processor says; null if it has no such payment.",
      z.nullable(PaymentFacts),
    ),
    healed: described("The ledger was corrected; see the payment's timeline.", z.boolean()),
  }),
);

const summaryFields = {
  date,
  final: described(
    "false: created before the day was over and booked, or while your account could not be read. It will be " +
      "created again.",
    z.boolean(),
  ),
  generatedAt: described("When it was created.", timestamp),
  totals: described("The totals of your payments through this service, by currency.", z.array(Total)),
  balances: described(
    "Your account's balance at the processor, by currency: opening + net − payouts + returned payouts = closing.",
    z.array(Balance),
  ),
  balanceChecked: described(
    "true: the closing balances are the processor's own. false: they follow from the lines alone.",
    z.boolean(),
  ),
  matched: integer("On how many payments ledger and processor agree."),
  merchantsOwn: integer("How many charges that you made outside this service moved money."),
  unexplained: integer(
    "How many charges moved money but cannot be read at the processor. Their money is in otherCents. An operator was notified.",
  ),
};

const StatementPayout = named(
  "StatementPayout",
  "A payout created on a statement's day.",
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
    differenceCount: integer("How many payments differed, including healed ones."),
  }),
);

export const Statement = named(
  "Statement",
  "A day's statement.",
  z.strictObject({
    ...summaryFields,
    differences: described("The payments that differed, at most 100.", z.array(Difference)),
    differencesOmitted: integer("How many more payments differed than are listed."),
    unreachableAccounts: described(
      "Accounts that we can no longer read. The statement has only part of what moved on them, or nothing.",
      z.array(accountId),
    ),
    payouts: described(
      "Payouts created that day. The money in them moved earlier and is on earlier statements.",
      z.array(StatementPayout),
    ),
    payoutsReturned: described(
      "Payouts that were returned that day, whenever they were created.",
      z.array(StatementPayout),
    ),
  }),
);

const exampleBalance = {
  currency: "usd",
  openingBalanceCents: 250_000,
  accountNetCents: 93_316,
  payoutsCents: 4669,
  payoutsReturnedCents: 0,
  differenceCents: 0,
  closingBalanceCents: 338_647,
};

const exampleSummary = {
  date: "2026-07-01",
  final: true,
  generatedAt: "2026-07-02T06:05:04.000Z",
  totals: [
    {
      currency: "usd",
      grossCents: 104_990,
      refundsCents: 4999,
      disputesCents: 0,
      platformFeesCents: 3100,
      platformFeesReturnedCents: 50,
      processorFeesCents: 3375,
      netCents: 93_516,
      otherCents: -200,
      otherCount: 1,
      otherBalancesCents: 0,
      merchantsOwnNetCents: 0,
      accountNetCents: 93_316,
    },
  ],
  balances: [exampleBalance],
  balanceChecked: true,
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
  description: "One per day (UTC), created six hours after the day ends and kept for 400 days.",
  query: pageQuery(date),
  answers: { 200: page(StatementSummary, [{ ...exampleSummary, differenceCount: 1 }]) },
  budget: "ledger",
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
            currency: "usd",
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
        payoutsReturned: [],
      },
    },
  },
  budget: "ledger",
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
    "One line per currency for each payment of this service that moved money that day, as one CSV file (RFC " +
    "4180, with a header line). The lines add up to the statement's totals, to the cent. At most 20,000 payments." +
    describeColumns("statementPayments"),
  answers: {
    200: {
      description: "The file.",
      schema: z.string(),
      csv: true,
      example: "svcPaymentId,orderRef,metadata,…\r\nsvcpay_5f2b…,order-1001,…\r\n",
    },
  },
  budget: "file",
  failures: [...COMMON_FAILURES, "not_found", "too_many_lines"],
} as const satisfies Operation;

const ReportRow = named(
  "BalanceReportRow",
  "The totals of a day or a range in one currency. opening + gross − refunds − disputes − processor fees − " +
    "platform fees + returned platform fees + merchant's own + other − payouts + returned payouts + " +
    "difference = closing.",
  z.strictObject({
    ...balanceFields,
    grossCents: integer("What was charged through this service, before fees."),
    refundsCents: integer("What was given back, less refunds that failed."),
    disputesCents: integer("What disputes took, less what they gave back."),
    processorFeesCents: integer("The processor's fees on payments through this service."),
    platformFeesCents: integer("Our fees."),
    platformFeesReturnedCents: integer("Our fees that were returned."),
    merchantsOwnNetCents: integer("Payments that you made outside this service, after fees."),
    otherCents: integer(
      "Balance changes that are not about a payment: fees, holds, adjustments. Signed: money received is " +
        "positive.",
    ),
  }),
);

export const BalanceReport = named(
  "BalanceReport",
  "The balance of your account over a range of days.",
  z.strictObject({
    from: date,
    to: date,
    complete: described("true: every day of the range has its final statement.", z.boolean()),
    missingDays: described(
      "Days without a statement. What moved on them is only in the difference.",
      z.array(date),
    ),
    notFinalDays: described(
      "Days that are not over and booked yet, or whose statement will be created again. Their amounts may " +
        "change.",
      z.array(date),
    ),
    balanceChecked: described(
      "true: the closing balances are the processor's own on the last day. false: they follow from the lines alone.",
      z.boolean(),
    ),
    rows: described("By currency, over all days that have a statement.", z.array(ReportRow)),
    days: described(
      "The same for each day that has a statement, oldest first.",
      z.array(
        named(
          "BalanceReportDay",
          "One day of the range.",
          z.strictObject({
            date,
            final: described("false: it may change.", z.boolean()),
            rows: described("By currency.", z.array(ReportRow)),
          }),
        ),
      ),
    ),
  }),
);

const range = {
  from: described("The first day, in UTC.", date),
  to: described("The last day, inclusive. At most 366 days.", date),
};

const exampleRow = {
  ...exampleBalance,
  grossCents: 104_990,
  refundsCents: 4999,
  disputesCents: 0,
  processorFeesCents: 3375,
  platformFeesCents: 3150,
  platformFeesReturnedCents: 50,
  merchantsOwnNetCents: 0,
  otherCents: -200,
};

export const getBalanceReport = {
  name: "get-balance-report",
  method: "GET",
  path: "/v1/reports/balance",
  query: z.strictObject(range),
  scope: "finance:read",
  console: "read",
  tag: STATEMENTS,
  summary: "Report the balance over a range",
  description:
    "A month, or any range of at most 366 days: the opening balance, everything that moved, payouts, returned " +
    "payouts and the closing balance, by currency and by day. The report names days without a final statement.",
  answers: {
    200: {
      description: "The report.",
      schema: BalanceReport,
      example: {
        from: "2026-07-01",
        to: "2026-07-01",
        complete: true,
        missingDays: [],
        notFinalDays: [],
        balanceChecked: true,
        rows: [exampleRow],
        days: [{ date: "2026-07-01", final: true, rows: [exampleRow] }],
      },
    },
  },
  budget: "ledger",
  failures: COMMON_FAILURES,
} as const satisfies Operation;

export const downloadBalanceReport = {
  name: "download-balance-report",
  method: "GET",
  path: "/v1/reports/balance.csv",
  query: z.extend(csvQuery, range),
  scope: "finance:read",
  console: "read",
  tag: STATEMENTS,
  summary: "Download the balance over a range",
  description:
    "The same report as one CSV file (RFC 4180, with a header line): one line per day and currency. A day " +
    "without a statement has a line that says so, without amounts." +
    describeColumns("balance"),
  answers: {
    200: {
      description: "The file.",
      schema: z.string(),
      csv: true,
      example:
        "date,state,currency,openingBalanceCents,openingBalance,…\r\n2026-07-01,final,usd,250000,2500.00,…\r\n",
    },
  },
  budget: "file",
  failures: COMMON_FAILURES,
} as const satisfies Operation;
