import { declineWords } from "../../../shared/domain/payments/decline-words.ts";
import type { CreatedPayment, StartedSetup } from "./created-payment.ts";
import type { Attempt } from "./order.ts";
import type { ShopOwner } from "./shop-owner.ts";

/** As the processor's script in the buyer's browser does it: with the publishable key and the payment's own secret. */
export const confirmIntent = (
  owner: ShopOwner,
  payment: CreatedPayment,
  paymentMethod?: string,
): Promise<Attempt> =>
  askProcessor(owner, payment, {
    path: `/v1/payment_intents/${payment.processorPaymentIntentId}/confirm`,
    apiKey: payment.publishableKey,
    parameters: {
      client_secret: payment.clientSecret,
      // Klarna sends the customer back there.
      ...(paymentMethod && { payment_method: paymentMethod, return_url: `${owner.baseUrl}/demo/shop` }),
    },
  });

/** The same for a payment method that is saved without a payment. */
export const confirmSetup = (
  owner: ShopOwner,
  setup: StartedSetup,
  paymentMethod: string,
): Promise<Attempt> =>
  askProcessor(owner, setup, {
    path: `/v1/setup_intents/${setup.setupIntentId}/confirm`,
    apiKey: setup.publishableKey,
    parameters: { client_secret: setup.clientSecret, payment_method: paymentMethod },
  });

type ProcessorRequest = { path: string; apiKey: string; parameters: Record<string, string> };

type ProcessorAnswer = {
  status?: string;
  error?: { type?: string; message?: string; decline_code?: string; payment_intent?: { status: string } };
};

export async function askProcessor(
  { processorUrl }: ShopOwner,
  { connectedAccountId }: Pick<CreatedPayment, "connectedAccountId">,
  { path, apiKey, parameters }: ProcessorRequest,
): Promise<Attempt> {
  const response = await fetch(processorUrl + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Stripe-Account": connectedAccountId },
    body: new URLSearchParams(parameters),
  });
  const { status, error } = (await response.json()) as ProcessorAnswer;
  if (!error) return { outcome: "accepted", ...(status && { status }) };
  const { type, message = `The processor answered ${response.status}.`, payment_intent: intent } = error;
  const outcome = type === "card_error" ? "declined" : "rejected";
  const reason = error.decline_code ? declineWords(error.decline_code).meaning : message;
  return { outcome, message: reason, ...(intent && { status: intent.status }) };
}
