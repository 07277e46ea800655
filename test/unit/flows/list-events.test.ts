import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import type { EventFilter } from "../../../shared/flows/callbacks/list-events.ts";
import { deliveryKey, eventKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID, endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Which events a merchant sees in its list, and of whose payments, over a ledger in memory. */
const world = new FakeWorld().enter();
const { getAnyEvent, getEvent } = await import("../../../shared/flows/callbacks/get-event.ts");
const { listEvents } = await import("../../../shared/flows/callbacks/list-events.ts");

const START = world.now;
const idOf = (nth: number) => `evt_${String(nth).padStart(5, "0")}`;
type Given = Record<string, unknown> & { merchantId?: string; delivery?: DeliveryState };

/** The nth event comes in the nth minute. */
const record = (nth: number, { merchantId = "mer_1", delivery = "delivered", ...given }: Given = {}) => {
  const eventId = idOf(nth);
  world.putEvent({ eventId, merchantId }, { delivery, receivedAt: START + nth * 60_000 });
  world.table.put({ ...eventKey(eventId), ...world.eventOf(eventId), ...given }, {});
};

const list = async (filter: EventFilter = {}, page: { limit?: number; startingAfter?: string } = {}) => {
  const shop = { url: "https://shop.example/", secrets: [], disabled: false };
  const list = [ENDPOINT_ID, "ep_2"].map((endpointId) => ({ endpointId, ...shop }));
  const merchant = { merchantId: "mer_1", callbackEndpoints: { version: 1, list } };
  const found = await listEvents(merchant, { limit: 10, ...page }, filter);
  return { ...found, items: found.items.map(({ event }) => Number(event.eventId.slice(4))) };
};

beforeEach(() => {
  world.emptyTable();
});

describe("a list of events", () => {
  it("shows the newest first, and begins its next page after the last", async () => {
    for (const nth of [1, 2, 3]) record(nth);
    expect(await list({}, { limit: 2 })).toEqual({ items: [3, 2], hasMore: true, lastId: idOf(2) });
    expect(await list({}, { limit: 2, startingAfter: idOf(2) })).toMatchObject({
      items: [1],
      hasMore: false,
    });
  });

  it("is searched for a type or a state of the callback until its page is full", async () => {
    for (let nth = 3; nth <= 150; nth++) record(nth);
    record(1, { type: "charge.refunded" });
    record(2, { delivery: "dead" });
    expect(await list({ type: "charge.refunded" })).toMatchObject({ items: [1], hasMore: false });
    expect(await list({ delivery: "dead" })).toMatchObject({ items: [2], hasMore: false });
    expect(await list({ type: "charge.refunded", delivery: "dead" })).toMatchObject({ items: [] });
  });

  it("is searched for the state at the endpoint where it is worst", async () => {
    record(1, { endpoints: [ENDPOINT_ID, "ep_2"] });
    const other = { ...deliveryKey(idOf(1), "ep_2"), endpointId: "ep_2", delivery: "dead" };
    world.table.put({ ...world.deliveryOf(idOf(1)), ...other }, {});
    expect(await list({ delivery: "dead" })).toMatchObject({ items: [1] });
    expect(await list({ delivery: "delivered" })).toMatchObject({ items: [] });
    expect(await list({ delivery: "delivered", endpointId: ENDPOINT_ID })).toMatchObject({ items: [1] });
  });

  it("a list of one endpoint has what is sent there, in pages", async () => {
    for (const nth of [1, 2, 3]) record(nth);
    record(4, { delivery: "none" });
    record(5, { delivery: "dead", merchantId: "mer_2" });
    const endpointId = ENDPOINT_ID;
    expect(await list({ endpointId }, { limit: 2 })).toMatchObject({ items: [3, 2], hasMore: true });
    expect(await list({ endpointId }, { startingAfter: idOf(2) })).toMatchObject({ items: [1] });
    record(7, { merchantId: "mer_2" });
    expect(await list({ endpointId: endpointIdOf("mer_2") })).toMatchObject({ items: [], hasMore: false });
    // An event that is not sent there has a place among the others.
    expect(await list({ endpointId }, { startingAfter: idOf(4) })).toMatchObject({ items: [3, 2, 1] });
    expect(await list({ endpointId, delivery: "dead" })).toMatchObject({ items: [] });
    record(6, { svcPaymentId: "svcpay_1" });
    expect(await list({ endpointId, svcPaymentId: "svcpay_1" })).toMatchObject({ items: [6] });
  });

  it("says how far a search has come that was cut short", async () => {
    for (let nth = 1; nth <= 1001; nth++) record(nth);
    expect(await list({ delivery: "dead" })).toEqual({
      ...{ items: [], hasMore: true, lastId: idOf(2), searchedTo: START + 2 * 60_000 },
    });
  });

  it("a list of events of one payment has that payment's events alone", async () => {
    record(1, { svcPaymentId: "svcpay_1" });
    record(2, { svcPaymentId: "svcpay_2" });
    expect(await list({ svcPaymentId: "svcpay_1" })).toMatchObject({ items: [1], hasMore: false });
  });
});

it("a merchant gets its own event, and an operator any; what there is not is not found by either", async () => {
  record(1);
  record(2, { merchantId: "mer_2" });
  expect(await getEvent("mer_1", idOf(1))).toMatchObject({ eventId: idOf(1) });
  expect(await getAnyEvent(idOf(2))).toMatchObject({ eventId: idOf(2) });
  for (const asked of [getEvent("mer_1", idOf(2)), getEvent("mer_1", idOf(3)), getAnyEvent(idOf(3))])
    await expect(asked).rejects.toMatchObject({
      ...{ code: "not_found", message: expect.stringMatching(/no.* event/) },
    });
});
