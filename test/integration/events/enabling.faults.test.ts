import { expect, it } from "vitest";
import { workPartition } from "../../../shared/ledger/table.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import type { Passing } from "../../support/faulty-wire.ts";
import { forgetOpenWork, isOpen, later, sweepUntil } from "../../support/open-work.ts";
import { DONE, invokeWith } from "../../support/queue-functions.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { deliveryCreation, heldMark, ledgerQuery } from "../../support/wire-calls.ts";

/** Scenarios 27 and 38: an endpoint that is enabled in the very moment in which an event of it is being held. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const TEN_MINUTES_MS = 600_000;
const turn = (state: "disable" | "enable") => shop.api.onEndpoint(state);
const looksForHeld = (passing: Passing) => ledgerQuery(passing) && passing.body.includes(shop.merchantId);

/** Enables the endpoint, and waits until everything that was held by then has been looked for. */
async function enable(): Promise<void> {
  expect((await turn("enable")).status).toBe(200);
  // The jobs of both changes are due by then.
  later(TEN_MINUTES_MS);
  const isOver = async () => !(await isOpen(service, workPartition(shop.merchantId)));
  await sweepUntil(service, async () => service.dynamodb.passed.some(looksForHeld) && (await isOver()));
}

/** Its callback may be delivered at any moment. */
async function expectSent(eventId: string): Promise<void> {
  const delivery = expect.toBeOneOf(["pending", "delivered"]);
  expect(await service.deliveryItem(eventId)).toMatchObject({ delivery, deliveryRound: 2 });
}

it("an event whose delivery found the endpoint disabled is sent", async () => {
  const eventId = newEventId();
  const receivedAt = Date.now() - TEN_MINUTES_MS;
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery: "pending", receivedAt }]);
  await turn("disable");
  service.dynamodb.inject(heldMark, { kind: "hold_request" });
  const delivery = invokeWith(service, "delivery", {
    eventId,
    endpointId: shop.endpointId,
    deliveryRound: 1,
  });
  await service.dynamodb.untilHeld();
  await enable();
  service.dynamodb.release();
  expect(await delivery).toEqual(DONE);
  await expectSent(eventId);
});

it("an event that was received while the endpoint was disabled is sent", async () => {
  const { event } = await sell(service, shop);
  await turn("disable");
  service.dynamodb.inject(deliveryCreation, { kind: "hold_request" });
  const received = service.webhook(event);
  await service.dynamodb.untilHeld();
  await enable();
  service.dynamodb.release();
  expect((await received).json).toEqual({ received: true, forwarded: false });
  expect((await service.deliveryItem(event.id)).delivery).toBe("held");
  later(2 * TEN_MINUTES_MS);
  await sweepUntil(service, async () => (await service.deliveryItem(event.id)).delivery !== "held");
  await expectSent(event.id);
});
