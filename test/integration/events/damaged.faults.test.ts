import { expect, it } from "vitest";
import { unpackedRecord } from "../../../shared/ledger/kept-records.ts";
import { eventKey, paymentKey } from "../../../shared/ledger/table.ts";
import { countedDuring } from "../../support/counted.ts";
import { changeEvent, newEventId, putEvents } from "../../support/events.ts";
import { changeItem } from "../../support/ledger-edits.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** Scenario 56: the bytes of a record are damaged. Everything else goes on, and it ends, with a reason. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const DAMAGED = new Uint8Array([0x78, 0xbb, 1, 2, 3, 4, 5, 6]);

async function damagedEvent(changes: Parameters<typeof changeEvent>[2] = {}): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery: "dead" }]);
  await changeEvent(service, eventId, { body: DAMAGED, ...changes });
  return eventId;
}

const eventOf = (eventId: string) => shop.api.call("GET", `/v1/events/${eventId}`);

it("56: a request whose stored answer is damaged is answered as its payment is, and the damage is counted", async () => {
  const pay = () => service.api.create({ amountCents: 1000 }, "damaged");
  const created = await pay();
  const answer = { status: 201, body: DAMAGED };
  const table = { table: service.table, tableName: service.stack.tableName };
  await changeItem(table, paymentKey(String(created.json.svcPaymentId)), { answer });
  const counted = await countedDuring(async () => {
    const { status, json, headers } = await pay();
    expect({ status, json }).toEqual({ status: created.status, json: created.json });
    expect(headers.get("Idempotent-Replayed")).toBe("true");
  });
  expect(counted).toEqual({ DamagedAnswers: 1 });
});

it("56: it can be looked at, and a merchant's export marks it and goes on", async () => {
  const eventId = await damagedEvent();
  expect(await eventOf(eventId)).toMatchObject({ status: 200, json: { id: eventId, body: "" } });
  const item = { ...eventKey(eventId), eventId, body: DAMAGED };
  expect(unpackedRecord({ kind: "event", item })).toEqual({
    kind: "event",
    item: { ...item, damaged: true },
  });
});
