import * as z from "zod/mini";
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from "../domain/payments/currency.ts";
import { described, named } from "./described.ts";
import { chargeCents, currency, integer } from "./fields.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";
import { PAYMENTS } from "./payment-fields.ts";

export const FeePreview = named(
  "FeePreview",
  "The platform's fee on a payment of this amount.",
  z.strictObject({
    amountCents: integer("The payment's amount, in the smallest currency unit."),
    currency: described("ISO 4217, in lower case.", z.string()),
    applicationFeeCents: integer("The fee on it, in the same unit."),
    policy: described(
      "The policy in force, as it applies to this currency.",
      z.strictObject({
        number: integer("The policy's number; 0 is the platform's default. A payment's timeline names it."),
        text: described("The whole policy as text.", z.string()),
        bps: integer("The share of the payment in basis points: 250 is 2.5 %."),
        fixedCents: integer("The fixed part that is added."),
        minCents: integer("The minimum fee, unless the payment is too small for it."),
        maxCents: described("The maximum fee; null: there is none.", z.nullable(z.int())),
      }),
    ),
  }),
);

/** Text on the wire, as query parameters are; documented as the number that it spells. */
const amountInQuery = z
  .pipe(
    z.string().check(
      z.regex(/^\d{1,9}$/, {
        error: `must be a whole number from ${MIN_AMOUNT_CENTS} to ${MAX_AMOUNT_CENTS}.`,
        abort: true,
      }),
    ),
    z.pipe(z.transform(Number), chargeCents),
  )
  .check(z.meta({ type: "integer", minimum: MIN_AMOUNT_CENTS, maximum: MAX_AMOUNT_CENTS }));

export const previewFee = {
  name: "preview-fee",
  method: "GET",
  path: "/v1/fee-preview",
  scope: "payments:read",
  tag: PAYMENTS,
  summary: "Preview the fee on a payment",
  description:
    "Uses the current policy. The fee is rounded half up to the currency's smallest step and is always below " +
    "the amount. A payment keeps the fee from the time of its creation.",
  query: z.strictObject({
    amountCents: described("The amount to charge, in the smallest currency unit.", amountInQuery),
    currency: z._default(described("An ISO 4217 code, in upper or lower case.", currency), "usd"),
  }),
  answers: {
    200: {
      description: "The fee, and the policy that determines it.",
      schema: FeePreview,
      example: {
        amountCents: 4999,
        currency: "usd",
        applicationFeeCents: 155,
        policy: {
          number: 3,
          text: "2.5% + 0.30 USD",
          bps: 250,
          fixedCents: 30,
          minCents: 0,
          maxCents: null,
        },
      },
    },
  },
  failures: COMMON_FAILURES,
} as const satisfies Operation;
