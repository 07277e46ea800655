import * as z from "zod/mini";
import { CONSOLE } from "./console-page.ts";
import { described, named } from "./described.ts";
import { integer, payoutId, timestamp } from "./fields.ts";
import { type Operation, SESSION_FAILURES } from "./operation.ts";

const unknownYet = (text: string) => described(`${text} null: not known yet.`, z.nullable(z.int()));

const isComplete = described("false: not everything is counted yet. Call again.", z.boolean());

const currency = described("ISO 4217, in lower case.", z.string());

const date = described("A day in UTC.", z.iso.date());

const isFinal = described("true: from the day's final statement. false: an estimate.", z.boolean());

const Sales = z.strictObject({
  currencies: described(
    "In which customers paid in the last 30 days, the one of most payments first.",
    z.array(currency),
  ),
  days: described(
    "Oldest first, by the currency that the customer paid, from the events. A sale counts on the day on which it was " +
      "paid or captured, a refund and a dispute on their own.",
    z.array(
      z.strictObject({
        date,
        isFinal,
        isComplete,
        totals: z.array(
          z.strictObject({
            currency,
            payments: integer("How many payments succeeded."),
            grossCents: integer("What customers paid."),
            refundsCents: unknownYet("What was refunded, less refunds that failed or were canceled."),
            disputesCents: integer("What disputes took, less what they gave back."),
          }),
        ),
      }),
    ),
  ),
});

const Balance = z.strictObject({
  currencies: described("In which your account settled in the last 30 days.", z.array(currency)),
  days: described(
    "Oldest first, by the currency in which your account settles, from the daily statements. A statement is " +
      "created at 06:05 UTC on the next day.",
    z.array(
      z.strictObject({
        date,
        isFinal,
        totals: described(
          "null: the day has no statement yet.",
          z.nullable(
            z.array(
              z.strictObject({
                currency,
                platformFeesCents: integer("The platform's fees, less those returned."),
                processorFeesCents: integer("The processor's fees."),
                netCents: integer(
                  "What moved on your account without payouts, as the day's statement has it.",
                ),
                outsideCents: integer(
                  "Of it: payments made outside this service, and movements that are about no payment.",
                ),
                payoutsCents: integer("What was paid out to your bank, less payouts that were returned."),
              }),
            ),
          ),
        ),
      }),
    ),
  ),
  closing: described(
    "Your balance when the day of the last statement ended; null if there is none, or it has no closing balance.",
    z.nullable(
      z.strictObject({
        date,
        currencies: described(
          "Available and pending together.",
          z.array(z.strictObject({ currency, closingBalanceCents: integer("The closing balance.") })),
        ),
      }),
    ),
  ),
});

const Attempts = z.strictObject({
  days: described(
    "Oldest first.",
    z.array(
      z.strictObject({
        date,
        approved: integer("Attempts to pay that succeeded or were authorized."),
        declined: integer("Attempts that failed."),
        isComplete,
      }),
    ),
  ),
  reasons: described(
    "Declines by the processor's code, the most frequent first.",
    z.array(z.strictObject({ code: z.string(), count: z.int() })),
  ),
  from: described("The counts are complete since then.", timestamp),
  isComplete,
});

const Webhooks = z.strictObject({
  hours: described(
    "The last 25 hours, oldest first. The last one is still running. Attempts count in the hour in which they were " +
      "made, of events of the last two days.",
    z.array(
      z.strictObject({
        at: described("When the hour began.", timestamp),
        delivered: integer("Attempts that an endpoint accepted."),
        failed: integer("Attempts that failed."),
        medianMilliseconds: unknownYet("The median response time, approximately."),
        isComplete,
      }),
    ),
  ),
  failedInAll: integer("All stored events that failed at a callback endpoint, each once, of any age."),
  from: described("The counts are complete since then.", timestamp),
  isComplete,
});

const PayoutBrief = z.strictObject({
  payoutId,
  status: described("The processor's status.", z.string()),
  amountCents: integer("The amount."),
  currency,
  arrivesOn: described("The day on which it is expected at the bank, in UTC.", z.iso.date()),
});

const Overview = named(
  "Overview",
  "A merchant's last days at a glance.",
  z.strictObject({
    asOf: described("When it was counted.", timestamp),
    sales: Sales,
    balance: Balance,
    attempts: Attempts,
    webhooks: Webhooks,
    payouts: z.strictObject({
      next: described("The one that arrives next; null if none is known.", z.nullable(PayoutBrief)),
      last: described("The last one that has ended; null if none is known.", z.nullable(PayoutBrief)),
    }),
  }),
);

export type OverviewView = z.output<typeof Overview>;

export const getOverview = {
  name: "get-overview",
  method: "GET",
  path: "/console/v1/overview",
  tag: CONSOLE,
  caller: "console",
  summary: "Retrieve the overview",
  description:
    "Days and hours are in UTC. Events are counted when the overview is opened, at most a thousand per call. " +
    "isComplete is false where counting is not finished. The next call continues it.",
  query: z.strictObject({
    days: z._default(described("How many days, including today.", z.enum(["1", "7", "30"])), "7"),
  }),
  answers: {
    200: {
      description: "The overview.",
      schema: Overview,
      example: {
        asOf: "2026-07-01T12:00:00.000Z",
        sales: {
          currencies: ["eur"],
          days: [
            {
              date: "2026-07-01",
              isFinal: false,
              isComplete: true,
              totals: [{ currency: "eur", payments: 1, grossCents: 4999, refundsCents: 0, disputesCents: 0 }],
            },
          ],
        },
        balance: {
          currencies: ["usd"],
          days: [{ date: "2026-07-01", isFinal: false, totals: null }],
          closing: {
            date: "2026-06-30",
            currencies: [{ currency: "usd", closingBalanceCents: 338647 }],
          },
        },
        attempts: {
          days: [{ date: "2026-07-01", approved: 1, declined: 1, isComplete: true }],
          reasons: [{ code: "insufficient_funds", count: 1 }],
          from: "2026-07-01T00:00:00.000Z",
          isComplete: true,
        },
        webhooks: {
          hours: [
            {
              at: "2026-07-01T12:00:00.000Z",
              delivered: 2,
              failed: 0,
              medianMilliseconds: 84,
              isComplete: true,
            },
          ],
          failedInAll: 0,
          from: "2026-06-30T12:00:00.000Z",
          isComplete: true,
        },
        payouts: { next: null, last: null },
      },
    },
  },
  budget: "ledger",
  failures: SESSION_FAILURES,
} as const satisfies Operation;
