import * as z from "zod/mini";
import { CONSOLE } from "./console-page.ts";
import { described, named } from "./described.ts";
import { integer, timestamp } from "./fields.ts";
import { type Operation, PROCESSOR_FAILURES, SESSION_FAILURES } from "./operation.ts";

const LiveBalance = named(
  "LiveBalance",
  "What is on the merchant's account now.",
  z.strictObject({
    asOf: described("When the processor was asked.", timestamp),
    currencies: described(
      "One entry per currency of the account, in alphabetical order.",
      z.array(
        z.strictObject({
          currency: described("ISO 4217, in lower case.", z.string()),
          availableCents: integer("What can be paid out. Negative: it is owed."),
          pendingCents: integer("What becomes available within the next days."),
        }),
      ),
    ),
  }),
);

export const getBalance = {
  name: "get-balance",
  method: "GET",
  path: "/console/v1/balance",
  tag: CONSOLE,
  caller: "console",
  summary: "Retrieve the account's balance",
  description:
    "Read from the processor on each request and not stored here. If the processor does not answer within two " +
    "seconds, the overview still has the balance of the last statement.",
  answers: {
    200: {
      description: "The balance.",
      schema: LiveBalance,
      example: {
        asOf: "2026-07-01T12:00:00.000Z",
        currencies: [{ currency: "usd", availableCents: 338647, pendingCents: 4669 }],
      },
    },
  },
  budget: "processor",
  failures: [...SESSION_FAILURES, ...PROCESSOR_FAILURES, "no_connected_account"],
} as const satisfies Operation;

export type LiveBalanceView = z.output<typeof LiveBalance>;
