import * as z from "zod/mini";
import { ACCOUNTING_FORMATS } from "../domain/finance/accounting.ts";
import { csvQuery } from "./csv-query.ts";
import { described } from "./described.ts";
import { currency } from "./fields.ts";
import { describeColumns } from "./file-columns.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";
import { STATEMENTS } from "./statements.ts";

const day = (meaning: string) =>
  described(meaning, z.iso.date({ error: "must be a date, such as 2026-07-01." }));

export const downloadMovements = {
  name: "download-movements",
  method: "GET",
  path: "/v1/reports/movements.csv",
  query: z.extend(csvQuery, {
    from: day("The first day, in UTC."),
    to: day("The last day, in UTC. At most 366 days in all."),
    format: z.optional(
      described(
        "excel: as for other files. xero, quickbooks, datev: the columns that these products import, for one " +
          "currency; separator and decimal then have no effect. The finance guide describes them.",
        z.enum(["csv", "excel", ...ACCOUNTING_FORMATS]),
      ),
    ),
    currency: z.optional(described("Only lines in this currency, such as usd.", currency)),
    datevClient: z.optional(
      described(
        "For format=datev: the numbers of consultant and client, such as 29098/55003.",
        z
          .string()
          .check(z.regex(/^\d{4,7}\/\d{1,5}$/, { error: "must be two numbers, such as 29098/55003." })),
      ),
    ),
    datevAccounts: z.optional(
      described(
        "For format=datev: the accounts of your balance at the processor, of sales, of fees and of money in transit, such as " +
          "1361,8400,4970,1360.",
        z.string().check(
          z.regex(/^\d{4,8}(,\d{4,8}){3}$/, {
            error: "must be four accounts, such as 1361,8400,4970,1360.",
          }),
        ),
      ),
    ),
    after: z.optional(
      described(
        "Where the next part begins. Follow the Link header unchanged.",
        z.string().check(
          z.regex(/^\d{4}-\d\d-\d\d\.\d{1,9}\.\d{1,15}$/, {
            error: "must be the value from the previous part's Link header.",
          }),
        ),
      ),
    ),
  }),
  scope: "finance:read",
  console: "read",
  tag: STATEMENTS,
  summary: "Download all balance transactions of a date range",
  description:
    "One row per balance transaction, including payouts, in order of days. The four fee columns do not contain " +
    "each other: net is gross less all of them. The lines of a day are those of its statement, and add up to it to " +
    "the cent. A response has at most 20,000 rows and 5.5 MB; the Link header leads to the next part. Only " +
    "the first part has the header line, so you can concatenate the parts. Svc-Missing-Days lists days of the " +
    "range that have no statement. Svc-Not-Final-Days lists days whose statement will be created again." +
    describeColumns("movements"),
  answers: {
    200: {
      description: "The file, or a part of it.",
      schema: z.string(),
      csv: true,
      parted: true,
      example:
        "date,time,kind,svcPaymentId,orderRef,…\r\n2026-07-01,12:00:00,charge,svcpay_5f2b…,order-1001,…\r\n",
    },
  },
  budget: "file",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
