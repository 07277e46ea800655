import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { runToItsEnd } from "../../../infra/operator/recoveries.ts";
import { enableCallbackEndpoint } from "../../../shared/flows/callbacks/change-endpoint.ts";
import { getMerchant } from "../../../shared/ledger/merchants.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** What waits for an endpoint that is disabled, with the waits of life. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

async function anEvent(delivery: "pending" | "delivered" | "dead" | "held"): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery }]);
  return eventId;
}

const deliveries = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => service.deliveryItem(id)))).map(({ delivery }) => delivery);

const turn = (state: "disable" | "enable") => shop.api.onEndpoint(state);

/** As the operator's command does it. */
async function enableByHand(): Promise<void> {
  const merchant = await getMerchant(shop.merchantId);
  const { work } = await enableCallbackEndpoint(merchant, shop.endpointId, {
    at: Date.now(),
    random: randomBytes,
  });
  await runToItsEnd(work);
}

it.each<[string, () => Promise<unknown>]>([
  ["the API", () => turn("enable")],
  ["an operator", enableByHand],
])("sends what is held within seconds of the enabling by %s, before any sweep", async (_, enable) => {
  expect((await turn("disable")).status).toBe(200);
  const ids = [await anEvent("held"), await anEvent("held"), await anEvent("held")];
  await enable();
  await shop.receiver.until(3);
  expect(shop.receiver.received.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
  await service.eventually(async () => (await deliveries(ids)).every((delivery) => delivery === "delivered"));
});
