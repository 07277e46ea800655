import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { runToItsEnd } from "../../../infra/operator/recoveries.ts";
import { enableCallbackEndpoint } from "../../../shared/flows/callbacks/change-endpoint.ts";
import { getMerchant } from "../../../shared/flows/get-merchant.ts";
import { changeDelivery, newEventId, putEvents } from "../../support/events.ts";
import { forgetOpenWork, HOUR_MS, isOpen, later, MINUTE_MS, sweepUntil } from "../../support/open-work.ts";
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

it("holds what waits at its next attempt, which leaves the due list with it", async () => {
  const [parked, delivered, dead] = [
    await anEvent("pending"),
    await anEvent("delivered"),
    await anEvent("dead"),
  ];
  const nextAttemptAt = Date.now() + 2 * HOUR_MS;
  await changeDelivery(service, parked, {
    attempts: 5,
    nextAttemptAt,
    dueShard: "DUE#0",
    dueSort: `${nextAttemptAt}#EVENT#${parked}#DELIVERY#${shop.endpointId}`,
    dueStep: 0,
  });
  expect((await turn("disable")).status).toBe(200);
  later(3 * HOUR_MS);
  await sweepUntil(service, async () => (await service.deliveryItem(parked)).delivery === "held");
  later(HOUR_MS);
  await sweepUntil(service, async () => !(await isOpen(service, `EVENT#${parked}`)));
  expect(shop.receiver.received).toEqual([]);
  expect(await deliveries([delivered, dead])).toEqual(["delivered", "dead"]);

  expect((await turn("enable")).status).toBe(200);
  later(MINUTE_MS);
  await sweepUntil(service, async () => (await service.deliveryItem(parked)).delivery === "delivered");
  expect(shop.receiver.received.map(({ eventId }) => eventId)).toEqual([parked]);
});

/** As the operator's command does it. */
async function enableByHand(): Promise<void> {
  const merchant = await getMerchant(shop.merchantId);
  const { work } = await enableCallbackEndpoint(merchant, shop.endpointId, {
    at: Date.now(),
    random: randomBytes,
  });
  await runToItsEnd(work, "Sending");
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
