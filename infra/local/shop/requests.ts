import type { Demo } from "../demo.ts";
import type { Attempt } from "./order.ts";
import type { CreatedPayment } from "./shop-server.ts";

/** The service did not do what the shop's server asked for; its words may be shown. */
export class ServiceRefusal extends Error {}

/** As a merchant's backend calls the service. */
export async function askService<T>(
  { baseUrl, apiKey }: Demo,
  method: "GET" | "POST",
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      "X-Api-Key": apiKey,
      "Content-Type": "application/json",
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return (await response.json()) as T;
  const { title = "No answer", detail = "" } = (await response.json()) as { title?: string; detail?: string };
  throw new ServiceRefusal(`${title}. ${detail}`);
}

/** As the processor's script in the buyer's browser does it: with the publishable key and the payment's own secret. */
export const confirmIntent = (
  demo: Demo,
  payment: CreatedPayment,
  paymentMethod?: string,
): Promise<Attempt> =>
  askProcessor(demo, payment, {
    path: `/v1/payment_intents/${payment.processorPaymentIntentId}/confirm`,
    apiKey: payment.publishableKey,
    parameters: {
      client_secret: payment.clientSecret,
      ...(paymentMethod && { payment_method: paymentMethod }),
    },
  });

type ProcessorRequest = { path: string; apiKey: string; parameters: Record<string, string> };

type ProcessorAnswer = {
  status?: string;
  error?: { type?: string; message?: string; payment_intent?: { status: string } };
};

export async function askProcessor(
  { processorUrl }: Demo,
  { connectedAccountId }: CreatedPayment,
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
  const outcome = type === "card_error" ? "declined" : "refused";
  return { outcome, message, ...(intent && { status: intent.status }) };
}
