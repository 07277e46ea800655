import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deliveryKey } from "../../../shared/ledger/table.ts";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { type Call, deliveryCreation } from "../../support/wire-calls.ts";

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
