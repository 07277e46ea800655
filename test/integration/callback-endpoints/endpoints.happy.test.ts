import { afterEach, beforeEach, expect, it } from "vitest";
import { verifySignature } from "../../../shared/domain/access/signing-secret.ts";
import { deliveryKey } from "../../../shared/ledger/table.ts";
import type { CallbackReceiver, ReceivedCallback } from "../../support/callback-receiver.ts";
import { CallbackReceiver as Receiver } from "../../support/callback-receiver.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Up to five callback endpoints, each with its own URL, secret, event types, payload, state and health. */
const PATH = "/v1/callback-endpoints";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

let books: CallbackReceiver;
beforeEach(async () => {
  books = await Receiver.start();
});
afterEach(() => books.stop());

async function create(body: object = {}): Promise<{ id: string; secret: string }> {
  const reply = await shop.api.call("POST", PATH, { url: books.url, ...body });
  expect(reply.status).toBe(201);
  return reply.json as { id: string; secret: string };
}

/** At the time that the header names: the clock of the stack is moved here. */
function isSignedWith({ rawBody, headers }: ReceivedCallback, secret: string): boolean {
  const header = String(headers["svc-signature"]);
  const seconds = Number(/t=(\d+)/.exec(header)?.[1]);
  return verifySignature({ rawBody, header }, [secret], seconds) === "valid";
}

const deliveryOf = async (eventId: string, endpointId: string) => {
  const { pk, sk } = deliveryKey(eventId, endpointId);
  return (await service.items()).find((item) => item.pk === pk && item.sk === sk);
};

const untilDelivered = (eventId: string, endpointId: string) =>
  service.eventually(async () => (await deliveryOf(eventId, endpointId))?.delivery === "delivered");

/** A sale whose payment is told by the webhook. */
async function sold(): Promise<{ eventId: string; svcPaymentId: string }> {
  const { event, svcPaymentId } = await sell(service, shop);
  expect((await service.webhook(event)).status).toBe(200);
  return { eventId: event.id, svcPaymentId: String(svcPaymentId) };
}

it("an event goes to each endpoint that chose it, in its payload and signed with its own secret", async () => {
  const { id, secret } = await create({ payload: "service" });
  const other = await Receiver.start();
  const { id: uninterested } = await create({ url: other.url, events: ["payout.paid"] });
  const { eventId, svcPaymentId } = await sold();
  const [atFirst] = await shop.receiver.until(1);
  const [atBooks] = await books.until(1, ({ type }) => type === "payment.succeeded");
  await untilDelivered(eventId, id);
  expect(atFirst?.eventId).toBe(eventId);
  expect(atBooks?.eventId).toBe(eventId);
  expect(JSON.parse(String(atBooks?.rawBody))).toMatchObject({
    payload: "service",
    payment: { svcPaymentId },
  });
  expect(atBooks?.headers).toMatchObject({ "svc-payload": "service", "svc-payment-id": svcPaymentId });
  expect(isSignedWith(atBooks as ReceivedCallback, secret)).toBe(true);
  expect(isSignedWith(atFirst as ReceivedCallback, secret)).toBe(false);
  expect(other.received).toEqual([]);
  other.stop();
  const { json } = await shop.api.call("GET", `/v1/events/${eventId}`);
  expect(json.deliveries).toMatchObject([
    { endpointId: shop.endpointId, delivery: "delivered" },
    {
      endpointId: id,
      delivery: "delivered",
      attemptCount: 1,
      attempts: [{ status: 200, payload: "service" }],
    },
  ]);
  expect(await deliveryOf(eventId, uninterested)).toBeUndefined();
  const listed = (await shop.api.call("GET", "/v1/events")).json as unknown as { type: string }[];
  expect(listed.map(({ type }) => type).toSorted()).toEqual(["payment.updated", "payment_intent.succeeded"]);
});
