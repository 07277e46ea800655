import { expect, it } from "vitest";
import { verifyCallback } from "../../../shared/client/callbacks.ts";
import { SERVICE_EVENTS } from "../../../shared/contract/service-events.ts";
import type { ReceivedCallback } from "../../support/callback-receiver.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const choose = (choice: object) => shop.api.setEndpoint({ url: shop.receiver.url, ...choice });
const bodyOf = ({ rawBody }: ReceivedCallback) => JSON.parse(rawBody.toString());

/** The callback of an event, once it has come. */
async function callbackOf(event: { id: string }, count = 1): Promise<ReceivedCallback> {
  const found = (await shop.receiver.until(count, ({ eventId }) => eventId === event.id)).at(-1);
  if (!found) throw new Error("no callback");
  return found;
}

it("a payment is told in the service's own words, with the version that retrieving it shows", async () => {
  expect((await choose({ payload: "service" })).json.payload).toBe("service");
  const { event, svcPaymentId } = await sell(service, shop);
  await service.webhook(event);
  const callback = await callbackOf(event);
  expect(callback.headers).toMatchObject({
    "svc-payload": "service",
    "svc-event-type": "payment.succeeded",
    "svc-payment-id": svcPaymentId,
  });
  const body = bodyOf(callback);
  expect(SERVICE_EVENTS.get(event.type)?.safeParse(body).error).toBeUndefined();
  const { authorizedCents, description, customerRef, branch, failedRefunds, ...shown } = (
    await shop.api.get(svcPaymentId)
  ).json;
  expect(body).toEqual({
    payload: "service",
    id: event.id,
    type: "payment.succeeded",
    createdAt: new Date(event.created * 1000).toISOString(),
    payment: { ...shown, refundedCents: 0, captureBefore: null, disputes: [] },
  });
  expect(callback.rawBody.toString()).not.toMatch(/stripe/i);
  const verified = await verifyCallback(callback.rawBody, callback.headers, shop.secret);
  expect(verified).toMatchObject({ payload: "service", type: "payment.succeeded", paymentId: svcPaymentId });
  const { json } = await shop.api.call("GET", `/v1/payments?svcPaymentId=${svcPaymentId}`);
  expect((json as unknown as { version: number }[])[0]?.version).toBe(body.payment.version);
});
