import * as z from "zod/mini";
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from "../domain/payments/money.ts";
import { described, named } from "./described.ts";
import { chargeCents, currency, integer } from "./fields.ts";
import { COMMON_FAILURES, type Operation } from "./operation.ts";
import { PAYMENTS } from "./payment-fields.ts";

export const FeePreview = named(
  "FeePreview",
  "What the platform's fee would be.",
  z.strictObject({
    amountCents: integer("The payment, in the smallest currency unit."),
    currency: described("ISO 4217, in lower case.", z.string()),
    applicationFeeCents: integer("The fee on it, in the same unit."),
    policy: described(
      "The policy in force, as it applies to this currency.",
      z.strictObject({
        number: integer("Counts your policies; 0 is the platform's default. A payment's timeline names it."),
        text: described("The whole policy, for people to read.", z.string()),
        bps: integer("The share of the payment in basis points: 250 is 2.5 %."),
        fixedCents: integer("What is added."),
        minCents: integer("The fee is never below this, as far as the payment reaches."),
        maxCents: described("The fee is never above this; null: there is no ceiling.", z.nullable(z.int())),
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
    "By the current policy. The fee is rounded half up to the currency's smallest step and is always below " +
    "the amount. A payment keeps the fee of the moment when it was created.",
  query: z.strictObject({
    amountCents: described("What would be charged, in the smallest currency unit.", amountInQuery),
    currency: z._default(described("ISO 4217, in any case.", currency), "usd"),
  }),
  answers: {
    200: {
      description: "The fee, and the policy that makes it.",
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
