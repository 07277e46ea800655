import { expect, it } from "vitest";
import { EVENT_NAMES } from "../../../shared/domain/events/event-types.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const deliveryOf = async (eventId: string) => (await service.deliveryItem(eventId)).delivery;

it("an endpoint that chose nothing gets the same headers and the same bytes as ever, at the cost of the same calls", async () => {
  const { event, svcPaymentId } = await sell(service, shop);
  service.clearWires();
  await service.webhook(event);
  const [callback] = await shop.receiver.until(1);
  expect(callback?.rawBody.toString()).toBe(JSON.stringify(event, null, 2));
  const { "svc-signature": signature, "webhook-signature": standard, ...headers } = callback?.headers ?? {};
  expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  expect(standard).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(headers).toEqual({
    "content-type": "application/json",
    "content-length": String(callback?.rawBody.length),
    "svc-event-type": "payment_intent.succeeded",
    "svc-event-id": event.id,
    "svc-attempt": "1",
    "svc-payment-id": svcPaymentId,
    "webhook-id": event.id,
    "webhook-timestamp": expect.stringMatching(/^\d+$/),
    "user-agent": expect.any(String),
    host: expect.any(String),
    connection: expect.any(String),
  });
  await service.eventually(async () => (await deliveryOf(event.id)) === "delivered");
  // The webhook: account, merchant and payment, record, who chose the update, apply, delivery, finish. Its callback: delivery, pause,
  // endpoint and event, claim, result.
  const calls = service.dynamodb.passed.map(({ target }) => target);
  expect(calls.filter((target) => target === "GetItem")).toHaveLength(8);
  expect(calls.filter((target) => target !== "GetItem").toSorted()).toEqual([
    ...["PutItem", "PutItem"],
    ...Array.from({ length: 4 }, () => "UpdateItem"),
  ]);
});

it("every type that can be chosen is listed with its name in the service payload, its meaning and whether it is on", async () => {
  const { json, status } = await shop.api.call("GET", "/v1/event-types");
  expect(status).toBe(200);
  const types = json as unknown as { name: string; defaultFor: string[] }[];
  expect(types.map(({ name }) => name)).toEqual(EVENT_NAMES);
  const defaultsOf = (payload: string) =>
    types.filter(({ defaultFor }) => defaultFor.includes(payload)).map(({ name }) => name);
  expect(defaultsOf("processor")).toHaveLength(9);
  expect(defaultsOf("service")).toEqual([
    ...defaultsOf("processor"),
    "refund.failed",
    "payment.updated",
    "payout.updated",
  ]);
  expect(types).toContainEqual({
    name: "charge.refunded",
    serviceName: "payment.refunded",
    meaning: "A refund was issued (full or partial).",
    defaultFor: ["processor", "service"],
  });
});
