import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { MerchantApi, Reply } from "../../support/api.ts";
import { useService } from "../../support/use-service.ts";
import { anyPost } from "../../support/wire-calls.ts";

/* Customers who come back, from the first payment to the charge while they are away. */
const service = useService({ muted: true });

const setUp = (api: MerchantApi, customerId: unknown, key?: string) =>
  api.call("POST", `/v1/customers/${customerId}/setup`, {}, key === undefined ? {} : { key });
const methods = async (api: MerchantApi, customerId: unknown) =>
  (await api.call("GET", `/v1/customers/${customerId}/payment-methods`)).json as unknown as {
    paymentMethodId: string;
  }[];
const charge = (id: unknown, paymentMethodId: unknown, key: string = randomUUID()) =>
  service.api.call("POST", `/v1/payments/${id}/charge`, { paymentMethodId }, { key });
const newCustomer = async (body: object = {}) =>
  (await service.api.call("POST", "/v1/customers", body)).json.customerId;
const orderFor = async (customerRef: unknown, more: object = {}): Promise<Reply> =>
  service.api.create({ amountCents: 2500, customerRef, ...more }, randomUUID());

it("a card is saved without a payment, held, and removed for good", async () => {
  const customerId = await newCustomer();
  const setup = (await setUp(service.api, customerId)).json;
  expect(setup).toMatchObject({ connectedAccountId: service.accountId });
  const at = { stripeAccount: service.accountId };
  await service.stripe.setupIntents.confirm(
    String(setup.setupIntentId),
    { payment_method: "pm_card_mastercard" },
    at,
  );
  const [saved] = await methods(service.api, customerId);
  const { svcPaymentId } = (await orderFor(customerId, { captureMethod: "manual" })).json;
  expect((await charge(svcPaymentId, saved?.paymentMethodId)).json.status).toBe("requires_capture");
  expect((await service.api.capture(svcPaymentId)).json.status).toBe("succeeded");
  const remove = () =>
    service.api.call("DELETE", `/v1/customers/${customerId}/payment-methods/${saved?.paymentMethodId}`);
  expect(await remove()).toMatchObject({ status: 200, json: { last4: "4444" } });
  expect((await remove()).status).toBe(404);
  expect(await methods(service.api, customerId)).toEqual([]);
  const { svcPaymentId: next } = (await orderFor(customerId)).json;
  expect((await charge(next, saved?.paymentMethodId)).status).toBe(422);
});

it("a customer is made once under a key, found by the merchant's reference, and deleted", async () => {
  const [key, customerRef] = [randomUUID(), `it's "Ben" \\ ${randomUUID()}`];
  const make = () =>
    service.api.call("POST", "/v1/customers", { customerRef, email: "b@example.com" }, { key });
  const first = await make();
  expect((await make()).json).toEqual(first.json);
  service.processor.inject(anyPost, { kind: "answer", status: 500, body: { error: { type: "api_error" } } });
  expect((await make()).json).toEqual(first.json);
  // Another one, whose reference differs in its case only.
  await service.api.call("POST", "/v1/customers", { customerRef: customerRef.toUpperCase() });
  await service.letPass(120);
  const find = () => service.api.call("GET", `/v1/customers?customerRef=${encodeURIComponent(customerRef)}`);
  expect((await find()).json).toEqual([first.json]);
  const remove = () => service.api.call("DELETE", `/v1/customers/${first.json.customerId}`);
  expect(await remove()).toMatchObject({ status: 200, json: first.json });
  expect((await remove()).status).toBe(404);
  expect((await find()).json).toEqual([]);
});

it("a receipt is mailed with the payment and again later, and its address is kept nowhere", async () => {
  const receiptEmail = `anna-${randomUUID()}@example.com`;
  const created = await service.api.create({ amountCents: 1200, receiptEmail }, randomUUID());
  const { svcPaymentId, processorPaymentIntentId } = created.json;
  const at = { stripeAccount: service.accountId };
  const intent = () => service.stripe.paymentIntents.retrieve(String(processorPaymentIntentId), {}, at);
  expect((await intent()).receipt_email).toBe(receiptEmail);
  expect(JSON.stringify(await service.item(svcPaymentId))).not.toContain(receiptEmail);
  const send = (email: string) => service.api.call("POST", `/v1/payments/${svcPaymentId}/receipt`, { email });
  expect(await send("ben@example.com")).toMatchObject({ status: 409, json: { title: "Payment not paid" } });
  await service.confirm(created);
  expect(await send("ben@example.com")).toMatchObject({ status: 202, json: { svcPaymentId } });
  const details = await service.api.call("GET", `/v1/payments/${svcPaymentId}/details`);
  expect(details.json.receiptUrl).toMatch(/^https:/);
  const charge = await service.stripe.charges.retrieve(String((await intent()).latest_charge), {}, at);
  expect(charge.receipt_email).toBe("ben@example.com");
  expect(JSON.stringify(await service.items())).not.toMatch(/ben@example\.com/);
});
