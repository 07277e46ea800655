import Stripe from "stripe";
import type { StoredMerchant } from "./merchant-of-request.ts";

export type ProcessorKeys = { secretKey: string; publishableKey: string };

export type NewPayment = {
  svcPaymentId: string;
  merchant: StoredMerchant;
  body: { amountCents: number; currency: string };
};

const FEE_CENTS = 30;

let client: Stripe | undefined;

function processorClient(secretKey: string): Stripe {
  const { hostname, port } = new URL(process.env.PROCESSOR_BASE_URL ?? "");
  client ??= new Stripe(secretKey, { protocol: "http", host: hostname, port, maxNetworkRetries: 0 });
  return client;
}

/** The same call as ours, made with the SDK as it comes. */
export function createIntent({ secretKey }: ProcessorKeys, { svcPaymentId, merchant, body }: NewPayment) {
  return processorClient(secretKey).paymentIntents.create(
    {
      amount: body.amountCents,
      currency: body.currency,
      automatic_payment_methods: { enabled: true },
      application_fee_amount: FEE_CENTS,
      metadata: { svcPaymentId },
      expand: ["latest_charge"],
    },
    { stripeAccount: merchant.account.processorAccountId, idempotencyKey: svcPaymentId },
  );
}

export const createdPayment = (
  intent: Stripe.PaymentIntent,
  { svcPaymentId, merchant, body }: NewPayment,
  { publishableKey }: ProcessorKeys,
) => ({
  svcPaymentId,
  clientSecret: intent.client_secret,
  status: intent.status,
  amountCents: body.amountCents,
  applicationFeeCents: FEE_CENTS,
  processorPaymentIntentId: intent.id,
  connectedAccountId: merchant.account.processorAccountId,
  publishableKey,
});
