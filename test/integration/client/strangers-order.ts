import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPaymentsClient, PaymentsError } from "payments-service-client";
import { type Callback, verifyCallback } from "payments-service-client/callbacks";
import demo from "./.local/demo.json" with { type: "json" };

// What a stranger writes in an empty folder: an order that is paid, captured and refunded, with every callback verified.

const client = createPaymentsClient({ baseUrl: demo.baseUrl, apiKey: demo.apiKey });
const callbacks: Callback[] = [];
let secret = "";

const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    callbacks.push(await verifyCallback(Buffer.concat(chunks), request.headers, secret));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof PaymentsError ? 400 : 500).end();
  }
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
({ secret } = await client.createCallbackEndpoint({ url: `http://127.0.0.1:${port}/` }));

async function told<Type extends Callback["type"]>(type: Type): Promise<Extract<Callback, { type: Type }>> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; ) {
    const found = callbacks.find((callback) => callback.type === type);
    if (found) return found as Extract<Callback, { type: Type }>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`No callback of type ${type} came; what came: ${callbacks.map(({ type }) => type)}`);
}

const payment = await client.createPayment(
  { amountCents: 4999, captureMethod: "manual", orderRef: "order-7" },
  { idempotencyKey: "order-7" },
);
await fetch(`${demo.processorUrl}/v1/payment_intents/${payment.processorPaymentIntentId}/confirm`, {
  method: "POST",
  headers: { Authorization: `Bearer ${demo.publishableKey}`, "Stripe-Account": payment.connectedAccountId },
  body: new URLSearchParams({
    client_secret: payment.clientSecret,
    payment_method: "pm_card_visa",
    return_url: "https://shop.example/thanks",
  }),
});
const authorized = await told("payment_intent.amount_capturable_updated");
await client.capturePayment(payment.svcPaymentId, { amountCents: 3000 }, { idempotencyKey: "capture-7" });
const paid = await told("payment_intent.succeeded");
await client.refundPayment(payment.svcPaymentId, { amountCents: 1000 }, { idempotencyKey: "refund-7" });
const refunded = await told("charge.refunded");

const orders = [];
for await (const order of client.listPayments({ orderRef: "order-7" })) orders.push(order);
const tooMuch = await client
  .refundPayment(payment.svcPaymentId, { amountCents: 2001 }, { idempotencyKey: "refund-8" })
  .catch((error: unknown) => (error instanceof PaymentsError ? error.code : "another error"));

console.log(
  JSON.stringify({
    capturable: authorized.event.data.object.amount_capturable,
    received: paid.event.data.object.amount_received,
    aboutThePayment: [authorized, paid, refunded].every(
      ({ paymentId }) => paymentId === payment.svcPaymentId,
    ),
    orders: orders.map(({ status, amountCents, refundedCents }) => ({ status, amountCents, refundedCents })),
    tooMuch,
  }),
);
server.close();
server.closeAllConnections();
