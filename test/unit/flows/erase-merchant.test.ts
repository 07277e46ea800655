import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, merchantKey, operationKey } from "../../../shared/ledger/table.ts";
import { FakeWorld, PAYMENT_ID } from "../../support/fake-world.ts";

const world = new FakeWorld().enter();
const { eraseMerchant } = await import("../../../shared/flows/merchants/erase-merchant.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");

const KEY = merchantKey("mer_1");
const stored = (eventId: string) => world.table.peek(eventKey(eventId));

const erase = (settle: () => void = () => {}) =>
  eraseMerchant(
    { ...world.table.peek(KEY), account: null } as unknown as Merchant,
    { at: world.now, actor: "olivia", random: randomBytes },
    async () => settle(),
  );

const putEvent = (eventId: string) =>
  world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now });

/** It was recorded, and the call that did so has died. */
function putUnfinished(eventId: string, body?: Uint8Array): void {
  putEvent(eventId);
  world.table.update(eventKey(eventId), {
    UpdateExpression: `${body ? "SET body = :body " : ""}REMOVE finishedAt, applied`,
    ...(body && { ExpressionAttributeValues: { ":body": body } }),
  });
}

beforeEach(() => {
  world.emptyTable();
  world.putMerchant("mer_1");
});

it("an erasure takes away what a request that was under way has brought back in the middle of it", async () => {
  putEvent("evt_1");
  const bringBack = () => {
    world.table.update(KEY, {
      UpdateExpression: "SET callbackEndpoints = :callback, #name = :name",
      ExpressionAttributeNames: { "#name": "name" },
      ExpressionAttributeValues: { ":callback": { url: "https://shop.example" }, ":name": "Corner Shop" },
    });
  };
  await erase(bringBack);
  const erased = world.table.peek(KEY);
  expect(erased).toMatchObject({ name: "(erased)", erasedAt: world.now });
  expect(erased?.callbackEndpoints).toBeUndefined();
});

it("an erasure marks the merchant, waits until what had begun has ended, and only then takes anything away", async () => {
  putEvent("evt_1");
  let settled = 0;
  const settle = () => {
    settled++;
    expect(world.table.peek(KEY)).toMatchObject({ erasedAt: world.now });
    expect(stored("evt_1")).not.toHaveProperty("erasedAt");
  };
  await erase(settle);
  expect(settled).toBe(1);
  expect(stored("evt_1")).toMatchObject({ erasedAt: world.now });
  expect(await listAudit("mer_1")).toMatchObject([{ action: "erase-merchant", actor: "olivia" }]);
});

it("an erasure takes away what the endpoints' servers have answered, and the endpoints", async () => {
  putEvent("evt_1");
  world.change(eventKey("evt_1"), { endpoints: ["ep_1"] });
  const log = [{ deliveryRound: 1, attempt: 1, at: 1, milliseconds: 1, status: 500, answer: "for Anna" }];
  const key = deliveryKey("evt_1", "ep_1");
  const due = { dueShard: "DUE#0", dueSort: "1", dueStep: 0 };
  world.table.put({ ...key, eventId: "evt_1", merchantId: "mer_1", delivery: "pending", log, ...due }, {});
  expect(await erase()).toMatchObject({ items: 4, erased: 3 });
  expect(world.table.peek(key)).toMatchObject({ delivery: "none", erasedAt: world.now });
  expect(JSON.stringify(world.table.all())).not.toMatch(/Anna|dueShard|callbackEndpoints/);
});

it("an erasure says how many items there were, how many of them it took something from, and how many it had to leave", async () => {
  putEvent("evt_1");
  // This one cannot be applied: its bytes are all that the ledger knows of it, and stay.
  putUnfinished("evt_2");
  const { body } = stored("evt_2") ?? {};
  const first = await erase();
  // The merchant's own record, the audit's entry and two events.
  expect(first).toEqual({ items: 4, erased: 2, left: 1 });
  expect(stored("evt_2")).toMatchObject({ body });
  expect(stored("evt_2")).not.toHaveProperty("erasedAt");
  // Of what was erased nothing is taken a second time, but the new entry of the audit.
  expect(await erase()).toEqual({ items: 5, erased: 1, left: 1 });
});

it("an erasure leaves a claim that a visit may still complete, and takes it once it is closed", async () => {
  const key = operationKey(PAYMENT_ID, "op_1");
  world.putPayment({ paymentSort: "1" });
  const open = { ...key, merchantId: "mer_1", state: "claimed", fingerprint: "of the order" };
  world.table.put({ ...open, dueShard: "DUE#0", dueSort: "1" }, {});
  expect(await erase()).toMatchObject({ left: 1 });
  expect(world.table.peek(key)).toMatchObject({ state: "claimed", fingerprint: "of the order" });
  world.table.put({ ...open, state: "completed", answer: { status: 200 } }, {});
  expect(await erase()).toMatchObject({ left: 0 });
  expect(world.table.peek(key)).toEqual({
    ...key,
    merchantId: "mer_1",
    state: "completed",
    erasedAt: world.now,
  });
});

it("an erasure finishes an event that was recorded and not applied, and takes its bytes away then", async () => {
  const damaged = new Uint8Array([1, 2, 3]);
  putUnfinished("evt_1", damaged);
  expect(await erase()).toMatchObject({ erased: 2, left: 0 });
  expect(stored("evt_1")).toMatchObject({ applied: "not_understood", erasedAt: world.now });
  expect(stored("evt_1")?.body).not.toEqual(damaged);
});
