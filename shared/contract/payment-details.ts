import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { nullableText, paymentId, timestamp } from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { PAYMENTS } from "./payment-fields.ts";

const nullableInt = (description: string) => described(description, z.nullable(z.int()));

const Method = z.strictObject({
  type: described("For example card, card_present or us_bank_account.", z.string()),
  brand: nullableText("The card's brand or the bank's name."),
  last4: nullableText("The last four digits. Hidden from operators."),
  wallet: nullableText("For example apple_pay or google_pay; null without a wallet."),
  funding: nullableText("credit, debit, prepaid or unknown."),
  country: nullableText("Where the card was issued: a two-letter ISO 3166 code."),
  expMonth: nullableInt("The month in which the card expires. Hidden from operators."),
  expYear: nullableInt("The year in which the card expires. Hidden from operators."),
});

const Decline = z.strictObject({
  code: nullableText("The processor's error code."),
  declineCode: nullableText("The processor's decline code, for example insufficient_funds."),
  networkDeclineCode: nullableText("The code of the card's network, if it gave one."),
  adviceCode: nullableText("What the bank advises, for example try_again_later."),
  meaning: described("What the code means.", z.string()),
  advice: described("What you can do.", z.string()),
});

const Fees = z.strictObject({
  currency: described("The currency in which your account settles. It may not be the payment's.", z.string()),
  grossCents: described("The charged amount, as it was settled.", z.int()),
  refundsCents: described(
    "What refunds took, as it was settled, less what failed refunds gave back; null if it is not known, as while " +
      "a refund of a foreign sale is not booked yet.",
    z.nullable(z.int()),
  ),
  processorFeeCents: described("The processor's fee, with the tax on it.", z.int()),
  platformFeeCents: described("The platform's fee.", z.int()),
  platformFeeReturnedCents: described(
    "The part of the platform's fee that was returned, as it was settled; null if it is not known.",
    z.nullable(z.int()),
  ),
  netCents: described(
    "What is left of the charge after fees. It does not include later refunds and disputes.",
    z.int(),
  ),
  disputesCents: described("What disputes took, less what they gave back.", z.int()),
  disputeFeesCents: described("The processor's fees for disputes.", z.int()),
  availableOn: described("When it is available for payouts.", timestamp),
  chargedCents: described("What the customer was charged, in the payment's own currency.", z.int()),
  chargeCurrency: described("The payment's own currency.", z.string()),
  exchangeRate: described(
    "The rate from the payment's currency to your settlement currency; null if they are the same.",
    z.nullable(z.number()),
  ),
});

export const PaymentDetails = named(
  "PaymentDetails",
  "What the processor knows about a payment, in its words.",
  z.strictObject({
    method: described(
      "The payment method that was used or tried last; null if none was tried yet.",
      z.nullable(Method),
    ),
    decline: described(
      "Why the last attempt failed; null if none failed, or if the payment has progressed since.",
      z.nullable(Decline),
    ),
    captureBefore: described(
      "Until when the hold can be captured; null if nothing is held. Only cards say it themselves. For other " +
        "methods it is what the processor documents, or 7 days.",
      z.nullable(timestamp),
    ),
    statementDescriptor: nullableText(
      "The whole text that the customer reads on the statement; null if nothing was charged, or if the processor " +
        "does not say.",
    ),
    receiptUrl: nullableText(
      "The processor's page with the customer's receipt; null if the payment is not paid. Who has the address can open " +
        "it, and it expires within 30 days. Hidden from operators.",
    ),
    fees: z.optional(
      described(
        "What the charge cost; null if it is not booked yet, or if it failed. Omitted for a key without the scope finance:read.",
        z.nullable(Fees),
      ),
    ),
  }),
);

export const getPaymentDetails = {
  name: "get-payment-details",
  method: "GET",
  path: "/v1/payments/{id}/details",
  pathParameters: { id: paymentId },
  scope: "payments:read",
  console: "read",
  tag: PAYMENTS,
  summary: "Retrieve a payment's card and fees",
  description:
    "For support: the card or bank account, why the last attempt was declined, and what is left after all " +
    "fees. Read from the processor on each request and not stored here. Use it to show a payment to a person, " +
    "not to poll.",
  answers: {
    200: {
      description: "What the processor knows now.",
      schema: PaymentDetails,
      example: {
        method: {
          type: "card",
          brand: "visa",
          last4: "4242",
          wallet: "apple_pay",
          funding: "credit",
          country: "US",
          expMonth: 12,
          expYear: 2034,
        },
        decline: null,
        captureBefore: null,
        statementDescriptor: "EXAMPLE SHOP* ORDER B7",
        receiptUrl: "https://pay.stripe.com/receipts/Example",
        fees: {
          currency: "usd",
          grossCents: 4999,
          refundsCents: 0,
          processorFeeCents: 175,
          platformFeeCents: 155,
          platformFeeReturnedCents: 0,
          netCents: 4669,
          disputesCents: 0,
          disputeFeesCents: 0,
          availableOn: "2026-07-03T00:00:00.000Z",
          chargedCents: 4999,
          chargeCurrency: "usd",
          exchangeRate: null,
        },
      },
    },
  },
  budget: "processor",
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES, "not_found"],
} as const satisfies Operation;
