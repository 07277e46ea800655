import * as z from "zod/mini";
import { CONSOLE } from "./console-page.ts";
import { described, named } from "./described.ts";
import { integer, payoutId, timestamp } from "./fields.ts";
import { type Operation, SESSION_FAILURES } from "./operation.ts";

const unknownYet = (text: string) => described(`${text} null: not known yet.`, z.nullable(z.int()));

const isComplete = described("false: not everything is counted yet. Call again.", z.boolean());

const DayTotal = z.strictObject({
  currency: described("ISO 4217, in lower case.", z.string()),
  payments: integer("How many payments succeeded, as far as it is known in which currency they settle."),
  grossCents: integer("The charged amount."),
  refundsCents: unknownYet("What was refunded."),
  disputesCents: integer("What disputes took, less what they gave back."),
  platformFeesCents: integer("The platform's fees."),
  processorFeesCents: unknownYet("The processor's fees."),
  netCents: unknownYet("What is left."),
});

const Money = z.strictObject({
  days: described(
    "Oldest first. A day's statement is created at 06:00 UTC on the next day. Before that, the amounts come " +
      "from its events.",
    z.array(
      z.strictObject({
        date: described("A day in UTC.", z.iso.date()),
        isFinal: described("true: from the day's final statement.", z.boolean()),
        isComplete,
        totals: z.array(DayTotal),
      }),
    ),
  ),
});

const Attempts = z.strictObject({
  days: described(
    "Oldest first.",
    z.array(
      z.strictObject({
        date: described("A day in UTC.", z.iso.date()),
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
    "The last 25 hours, oldest first. The last one is still running.",
    z.array(
      z.strictObject({
        at: described("When the hour began.", timestamp),
        delivered: integer("Events that every endpoint accepted."),
        retrying: integer("Not accepted yet by every endpoint, after at least one attempt."),
        failed: integer("Eight attempts failed at an endpoint."),
        waiting: integer("Not tried yet, or paused."),
        medianMilliseconds: unknownYet("The median response time, approximately."),
        isComplete,
      }),
    ),
  ),
  failedInAll: integer("All stored events that failed at a callback endpoint, each once, of any age."),
  medianMilliseconds: unknownYet("The median response time of these hours."),
  from: described("The counts are complete since then.", timestamp),
  isComplete,
});

const Balance = z.strictObject({
  date: described("The day of the last statement, in UTC.", z.iso.date()),
  currencies: described(
    "Your balance when that day ended, available and pending together.",
    z.array(
      z.strictObject({
        currency: described("ISO 4217, in lower case.", z.string()),
        closingBalanceCents: integer("The closing balance."),
      }),
    ),
  ),
});

const PayoutBrief = z.strictObject({
  payoutId,
  status: described("The processor's status.", z.string()),
  amountCents: integer("The amount."),
  currency: described("ISO 4217, in lower case.", z.string()),
  arrivesOn: described("The day on which it is expected at the bank, in UTC.", z.iso.date()),
});

const Overview = named(
  "Overview",
  "A merchant's last days at a glance.",
  z.strictObject({
    asOf: described("When it was counted.", timestamp),
    money: Money,
    attempts: Attempts,
    webhooks: Webhooks,
    balance: described(
      "From the last statement; null if there is none, or it has no closing balance.",
      z.nullable(Balance),
    ),
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
        money: {
          days: [
            {
              date: "2026-07-01",
              isFinal: false,
              isComplete: true,
              totals: [
                {
                  currency: "usd",
                  payments: 1,
                  grossCents: 4999,
                  refundsCents: 0,
                  disputesCents: 0,
                  platformFeesCents: 155,
                  processorFeesCents: null,
                  netCents: null,
                },
              ],
            },
          ],
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
              retrying: 0,
              failed: 0,
              waiting: 0,
              medianMilliseconds: 84,
              isComplete: true,
            },
          ],
          failedInAll: 0,
          medianMilliseconds: 84,
          from: "2026-06-30T12:00:00.000Z",
          isComplete: true,
        },
        balance: {
          date: "2026-06-30",
          currencies: [{ currency: "usd", closingBalanceCents: 338647 }],
        },
        payouts: { next: null, last: null },
      },
    },
  },
  budget: "ledger",
  failures: SESSION_FAILURES,
} as const satisfies Operation;
