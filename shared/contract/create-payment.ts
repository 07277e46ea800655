import * as z from "zod/mini";
import { described, named } from "./described.ts";
import {
  chargeCents,
  currency,
  optionalEmail,
  optionalMetadata,
  optionalProcessorKey,
  optionalSuffix,
  optionalText,
} from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { connectedAccountId, PAYMENTS, paymentFields, publishableKey } from "./payment-fields.ts";

/** Integrators agreed on exactly these fields. */
const CreatedPayment = named(
  "CreatedPayment",
  "A new payment, with what the browser SDK or a reader needs to complete it.",
  z.strictObject({
    svcPaymentId: paymentFields.svcPaymentId,
    clientSecret: described(
      "Pass it to the processor's browser SDK, which confirms the payment with it.",
      z.string(),
    ),
    status: paymentFields.status,
    amountCents: paymentFields.amountCents,
    applicationFeeCents: paymentFields.applicationFeeCents,
    processorPaymentIntentId: paymentFields.processorPaymentIntentId,
    connectedAccountId,
    publishableKey,
  }),
);

export const createPayment = {
  name: "create-payment",
  method: "POST",
  path: "/v1/payments/intents",
  scope: "payments:write",
  tag: PAYMENTS,
  summary: "Create a payment",
  description:
    "Creates a direct charge on the merchant's connected account. Repeating a request with the same " +
    "Idempotency-Key and body returns the original response and does not charge again.\n\nAmounts are in the " +
    "currency's smallest unit. " +
    '`{"amountCents": 4999, "currency": "usd"}` is 49.99 dollars; ' +
    '`{"amountCents": 4999, "currency": "jpy"}` is 4,999 yen; ' +
    '`{"amountCents": 4990, "currency": "kwd"}` is 4.990 dinars, where the last digit must be 0; ' +
    '`{"amountCents": 499900, "currency": "isk"}` is 4,999 krónur, where the last two digits must be 00.',
  idempotencyKey: "required",
  body: z.strictObject({
    amountCents: described(
      "The amount to charge, in the smallest currency unit: 4999 is 49.99 USD or 4,999 JPY.",
      chargeCents,
    ),
    currency: z._default(described("An ISO 4217 code, in upper or lower case.", currency), "usd"),
    captureMethod: z._default(
      described("manual: authorize now, capture later.", z.enum(["automatic", "manual"])),
      "automatic",
    ),
    paymentMethodTypes: z.optional(
      described(
        "Kinds of payment method, for example card, us_bank_account or klarna; card_present for a reader. Without " +
          "it, the processor chooses the methods that fit. It leaves out a type that does not fit the currency or " +
          "the account.",
        z
          .array(
            z
              .string()
              .check(z.regex(/^[a-z0-9_]{1,50}$/, { error: "must be a payment method type, such as card." })),
          )
          .check(z.minLength(1), z.maxLength(20)),
      ),
    ),
    customerRef: described(
      "Your reference for the customer. A value that begins with cus_ is used as a customer at the processor. " +
        "Any other value is kept as metadata only.",
      optionalText(),
    ),
    savePaymentMethod: z.optional(
      described(
        "Keeps the payment method for the customer in customerRef, which must be a cus_… id. on_session: to pay again " +
          "in the browser. off_session: also to be charged while the customer is away. Leave it out of a payment that " +
          "you charge with POST /v1/payments/{id}/charge.",
        z.enum(["on_session", "off_session"]),
      ),
    ),
    orderRef: described(
      "Your reference for the order. It is returned with the payment, and you can find the payment by it.",
      optionalText(),
    ),
    description: described("What the payment is for.", optionalText(1000)),
    branch: described("A branch or location tag, kept as metadata.", optionalText()),
    statementDescriptorSuffix: described(
      "What cardholders see on their statements, after the prefix of your account: 1 to 10 ASCII characters " +
        "with at least one letter, without < > \\ ' \" and *. The whole text has 22 characters. An account without a " +
        "prefix has its own descriptor cut to make room. statementDescriptor of the payment's details shows the result.",
      optionalSuffix(),
    ),
    receiptEmail: described(
      "Where the processor mails the customer a receipt once the payment is paid. In live mode it always does. This " +
        "service does not keep the address.",
      optionalEmail(),
    ),
    metadata: described(
      "Your own names and values, stored with the payment and at the processor: at most 20 names of 40 " +
        "characters, 1,000 bytes as JSON. orderRef, branch, customerRef and names that begin with svc are " +
        "reserved. Do not put secrets or card data here.",
      optionalMetadata(),
    ),
    idempotencyKey: described(
      "Forwarded to the processor as its own idempotency key. Omit it unless you also call the processor " +
        "yourself: the Idempotency-Key header alone makes retries safe.",
      optionalProcessorKey(),
    ),
  }),
  example: { amountCents: 4999, currency: "usd", orderRef: "order-1001" },
  answers: {
    201: {
      description: "The payment was created.",
      schema: CreatedPayment,
      example: {
        svcPaymentId: "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0",
        clientSecret: "pi_3QExample_secret_Example",
        status: "requires_payment_method",
        amountCents: 4999,
        applicationFeeCents: 155,
        processorPaymentIntentId: "pi_3QExample",
        connectedAccountId: "acct_1QExample",
        publishableKey: "pk_live_Example",
      },
    },
  },
  storesAnswer: true,
  failures: [
    ...COMMON_FAILURES,
    ...PROCESSOR_FAILURES,
    "missing_header",
    "no_connected_account",
    "payment_declined",
    "charges_not_enabled",
    "account_replaced",
    "rate_limited",
    "idempotency_conflict",
    "in_progress",
  ],
} as const satisfies Operation;
