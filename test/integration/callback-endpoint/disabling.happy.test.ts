import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { runToItsEnd } from "../../../infra/operator/recoveries.ts";
import { enableCallbacks } from "../../../shared/flows/callbacks/change-endpoint.ts";
import { getMerchant } from "../../../shared/flows/get-merchant.ts";
import { workPartition } from "../../../shared/ledger/table.ts";
import { changeEvent, newEventId, putEvents } from "../../support/events.ts";
import {
  forgetOpenWork,
  HOUR_MS,
  isOpen,
  later,
  MINUTE_MS,
  openItems,
  sweepUntil,
  visitByMessage,
} from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Disabling an endpoint frees what waits for it, with the waits of life. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

async function anEvent(delivery: "pending" | "delivered" | "dead" | "held"): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery }]);
  return eventId;
}

const deliveries = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => service.eventItem(id)))).map(({ delivery }) => delivery);

const turn = (state: "disable" | "enable") => shop.api.call("POST", `/v1/callback-endpoint/${state}`);

it("holds what waits for its next attempt, so that it leaves the due list", async () => {
  const [parked, delivered, dead] = [
    await anEvent("pending"),
    await anEvent("delivered"),
    await anEvent("dead"),
  ];
  const nextAttemptAt = Date.now() + 2 * HOUR_MS;
  await changeEvent(service, parked, {
    attempts: 5,
    nextAttemptAt,
    dueShard: "DUE#0",
    dueSort: `${nextAttemptAt}#EVENT#${parked}#EVENT`,
    dueStep: 0,
  });
  expect((await turn("disable")).status).toBe(200);
  await sweepUntil(service, async () => (await service.eventItem(parked)).delivery === "held");
  expect(await isOpen(service, `EVENT#${parked}`)).toBe(false);
  expect(await deliveries([delivered, dead])).toEqual(["delivered", "dead"]);

  expect((await turn("enable")).status).toBe(200);
  later(MINUTE_MS);
  await sweepUntil(service, async () => (await service.eventItem(parked)).delivery === "delivered");
  expect(shop.receiver.received.map(({ eventId }) => eventId)).toEqual([parked]);
});

/** As the operator's command does it. */
async function enableByHand(): Promise<void> {
  const merchant = await getMerchant(shop.merchantId);
  const { work } = await enableCallbacks(merchant, { at: Date.now(), random: randomBytes });
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

it("leaves alone what is being sent at this moment: that attempt ends as it ends", async () => {
  const eventId = await anEvent("pending");
  await changeEvent(service, eventId, { attempts: 1, leaseExpiresAt: Date.now() + MINUTE_MS });
  await turn("disable");
  const holding = (await openItems(service)).find(({ pk }) => pk === workPartition(shop.merchantId));
  if (!holding) throw new Error("no job");
  await visitByMessage(service, holding);
  expect((await service.eventItem(eventId)).delivery).toBe("pending");
});
