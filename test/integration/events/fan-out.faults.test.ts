import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deliveryKey } from "../../../shared/ledger/table.ts";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { type Call, deliveryCreation, queueBatch } from "../../support/wire-calls.ts";

/** Scenario 96: an acknowledged event reaches every endpoint that chose it, whatever happens while it is given to each. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const LOST = { kind: "drop_request" } as const;

let books: CallbackReceiver;
let endpointId: string;
beforeEach(async () => {
  books = await CallbackReceiver.start();
  const { json } = await shop.api.call("POST", "/v1/callback-endpoints", {
    url: books.url,
    payload: "service",
    events: ["payment_intent.succeeded"],
  });
  endpointId = String(json.id);
  service.clearWires();
});
afterEach(() => books.stop());

async function deliveryOf(eventId: string) {
  const { pk, sk } = deliveryKey(eventId, endpointId);
  return (await service.items()).find((item) => item.pk === pk && item.sk === sk);
}

const isOfBooks: Call = (passing) => deliveryCreation(passing) && passing.body.includes(endpointId);

const isDelivered = async (eventId: string) => (await deliveryOf(eventId))?.delivery === "delivered";

describe("96: a webhook with a second endpoint", () => {
  it("is not acknowledged while the delivery cannot be written, and tells both endpoints once it can", async () => {
    const { event } = await sell(service, shop);
    service.dynamodb.inject(isOfBooks, LOST, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(503);
    expect(await deliveryOf(event.id)).toBeUndefined();
    expect((await service.webhook(event)).status).toBe(200);
    await service.eventually(() => isDelivered(event.id));
    await shop.receiver.until(1);
    expect(books.received).toHaveLength(1);
  });

  it("three times at once makes one delivery to each endpoint", async () => {
    const { event } = await sell(service, shop);
    const replies = await Promise.all([1, 2, 3].map(() => service.webhook(event)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    await service.eventually(() => isDelivered(event.id));
    await service.eventually(async () => (await service.deliveryItem(event.id)).delivery === "delivered");
    expect(books.received).toHaveLength(1);
    expect(shop.receiver.received).toHaveLength(1);
  });
});

describe("every visible change is told to an endpoint with the service payload", () => {
  const choose = (events: string[]) =>
    shop.api.call("PUT", `/v1/callback-endpoints/${endpointId}`, { events });

  /** The receiver's copy at the second endpoint is what retrieving shows. */
  async function expectSameAtBooks(svcPaymentId: string, status: string): Promise<void> {
    type Copy = { version: number; status: string };
    const copies = books.received
      .map(({ rawBody }) => JSON.parse(rawBody.toString()).payment as Copy)
      .toSorted((one, other) => other.version - one.version);
    const { json } = await shop.api.get(svcPaymentId);
    expect(json.status).toBe(status);
    expect(copies[0]).toMatchObject({ status, version: json.version });
  }

  const typesAtBooks = () => books.received.map(({ type }) => type).toSorted();

  it("is told once, beside the event that tells it too", async () => {
    await choose(["payment_intent.succeeded", "payment.updated"]);
    const { event, svcPaymentId } = await sell(service, shop);
    await service.webhook(event);
    await service.eventually(() => isDelivered(event.id));
    expect((await shop.api.refund(svcPaymentId, { amountCents: 100 })).status).toBe(200);
    await service.letPass(240);
    await expectSameAtBooks(svcPaymentId, "partially_refunded");
    expect(typesAtBooks()).toEqual(["payment.succeeded", "payment.updated", "payment.updated"]);
  });

  it("keeps no refund waiting where the queue hangs, and is told once by the due list", async () => {
    await choose(["payment.updated"]);
    const { svcPaymentId } = await sell(service, shop);
    service.sqs.inject(queueBatch, { kind: "hang" });
    const before = performance.now();
    expect((await shop.api.refund(svcPaymentId, { amountCents: 100 })).status).toBe(200);
    expect(performance.now() - before).toBeLessThan(8_000);
    await service.letPass(600);
    await expectSameAtBooks(svcPaymentId, "partially_refunded");
    expect(typesAtBooks()).toEqual(["payment.updated"]);
  });
});
