import { expect, it } from "vitest";
import { eventKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/*
 * An endpoint is disabled and enabled again while the job that holds its events dies in the middle of a page. The
 * enabling's own release may have passed the page before its events were held: the job itself must let them go.
 */
const world = new FakeWorld();
world.enter();
const { startHolding } = await import("../../../shared/flows/callbacks/recover-events.ts");
const { workOnEvents } = await import("../../../shared/flows/callbacks/work-on-events.ts");

const MERCHANT = "mer_1";
const HELD = 5;
const ids = Array.from({ length: 10 }, (_, index) => `evt_${index}`);

function setDisabled(disabled: boolean): void {
  world.table.update(merchantKey(MERCHANT), {
    UpdateExpression: "SET callback.disabled = :disabled",
    ExpressionAttributeValues: { ":disabled": disabled },
  });
}

it("38: held by a job that died, and enabled meanwhile: the job's next visit sends them", async () => {
  world.putMerchant(MERCHANT);
  setDisabled(true);
  for (const eventId of ids)
    world.putEvent({ eventId, merchantId: MERCHANT }, { delivery: "pending", receivedAt: world.now });
  const job = await startHolding(MERCHANT, { at: world.now, random: (size) => new Uint8Array(size) });
  const run = { runId: "run", now: () => world.now };
  let writes = 0;
  world.isKilled = (call) => call === "write" && ++writes > HELD;
  await expect(workOnEvents(job, run)).rejects.toThrow("died");
  world.isKilled = () => false;
  const deliveries = () => ids.map((eventId) => world.table.peek(eventKey(eventId))?.delivery);
  expect(deliveries().filter((delivery) => delivery === "held").length).toBeGreaterThan(0);

  setDisabled(false);
  expect(await workOnEvents(job, run)).toMatchObject({ kind: "done" });
  expect(new Set(deliveries())).toEqual(new Set(["pending"]));
});

it("holding leaves an event alone that is not finished: it stays on its way and on the due list", async () => {
  const merchantId = "mer_3";
  world.putMerchant(merchantId);
  world.table.update(merchantKey(merchantId), {
    UpdateExpression: "SET callback.disabled = :disabled",
    ExpressionAttributeValues: { ":disabled": true },
  });
  const { dueAt } = await import("../../../shared/ledger/due.ts");
  const key = eventKey("evt_unfinished");
  const due = dueAt(key, world.now);
  world.putEvent(
    { eventId: "evt_unfinished", merchantId },
    { delivery: "pending", receivedAt: world.now, due },
  );
  world.table.update(key, { UpdateExpression: "REMOVE finishedAt" });
  const job = await startHolding(merchantId, { at: world.now, random: (size) => new Uint8Array(size) });
  await workOnEvents(job, { runId: "run", now: () => world.now });
  expect(world.table.peek(key)).toMatchObject({ delivery: "pending", dueSort: due.dueSort });
});

it("an endpoint that is enabled while a page is being held: what was just held is sent", async () => {
  const merchantId = "mer_4";
  world.putMerchant(merchantId);
  const setEnabled = (disabled: boolean) =>
    world.table.update(merchantKey(merchantId), {
      UpdateExpression: "SET callback.disabled = :disabled",
      ExpressionAttributeValues: { ":disabled": disabled },
    });
  setEnabled(true);
  world.putEvent({ eventId: "evt_racing", merchantId }, { delivery: "pending", receivedAt: world.now });
  const job = await startHolding(merchantId, { at: world.now, random: (size) => new Uint8Array(size) });
  // The enabling call writes the endpoint right after the event was held, and its release has passed already.
  world.beforeWrite("each", () => setEnabled(false));
  await workOnEvents(job, { runId: "run", now: () => world.now });
  world.isKilled = () => false;
  expect(world.table.peek(eventKey("evt_racing"))).toMatchObject({ delivery: "pending", generation: 2 });
});

it("enabling again starts the release from its beginning: an event held behind its cursor is sent", async () => {
  const { startRelease } = await import("../../../shared/flows/callbacks/recover-events.ts");
  const { findWork } = await import("../../../shared/ledger/work.ts");
  const change = { at: world.now, random: (size: number) => new Uint8Array(size) };
  const merchantId = "mer_2";
  world.putMerchant(merchantId);
  const COUNT = 250;
  const idOf = (index: number) => `evt_release_${String(index).padStart(3, "0")}`;
  for (let index = 0; index < COUNT; index++)
    world.putEvent(
      { eventId: idOf(index), merchantId },
      { delivery: "delivered", receivedAt: world.now - index },
    );
  const release = await startRelease({ merchantId }, change);
  // One page fits into the visit; then an event that the release has passed is held by a slow delivery.
  let pages = 0;
  await workOnEvents(release, { runId: "run", now: () => world.now + (pages++ > 2 ? 60_000 : 0) });
  const held = eventKey(idOf(0));
  world.table.update(held, {
    UpdateExpression: "SET delivery = :held",
    ExpressionAttributeValues: { ":held": "held" },
  });
  const cursor = await findWork<{ before?: string }>(release);
  expect(cursor?.progress.before).toBeDefined();

  const again = await startRelease({ merchantId }, change);
  expect(again.progress.before).toBeUndefined();
  while ((await workOnEvents(again, { runId: "again", now: () => world.now })).kind === "put_aside");
  expect(world.table.peek(held)?.delivery).toBe("pending");
});

it("a release that finds its endpoint disabled again ends without having looked at or sent anything", async () => {
  const { startRelease } = await import("../../../shared/flows/callbacks/recover-events.ts");
  const { findWork } = await import("../../../shared/ledger/work.ts");
  const merchantId = "mer_5";
  world.putMerchant(merchantId);
  world.putEvent({ eventId: "evt_still_held", merchantId }, { delivery: "held", receivedAt: world.now });
  const change = { at: world.now, random: (size: number) => new Uint8Array(size) };
  const setDisabledTo = (disabled: boolean) =>
    world.table.update(merchantKey(merchantId), {
      UpdateExpression: "SET callback.disabled = :disabled",
      ExpressionAttributeValues: { ":disabled": disabled },
    });
  setDisabledTo(true);
  const release = await startRelease({ merchantId }, change);
  const runAfter = (ms: number) => workOnEvents(release, { runId: "run", now: () => world.now + ms });
  // Until then the call that has started it may be about to enable the endpoint.
  expect(await runAfter(29_999)).toMatchObject({ kind: "put_aside", work: { dueSort: release.dueSort } });
  expect(await runAfter(30_000)).toMatchObject({ kind: "done" });
  expect(await findWork(release)).toMatchObject({ state: "done", progress: { looked: 0, sent: 0 } });
  expect(world.table.peek(eventKey("evt_still_held"))).toMatchObject({ delivery: "held", generation: 1 });

  setDisabledTo(false);
  const again = await startRelease({ merchantId }, change);
  await workOnEvents(again, { runId: "again", now: () => world.now });
  expect(await findWork(again)).toMatchObject({ state: "done", progress: { looked: 1, sent: 1 } });
});

it("holding says how many it has looked at and held, and none are held where the endpoint was enabled meanwhile", async () => {
  const { findWork } = await import("../../../shared/ledger/work.ts");
  const merchantId = "mer_6";
  world.putMerchant(merchantId);
  for (const [nth, delivery] of (["pending", "pending", "delivered"] as const).entries())
    world.putEvent({ eventId: `evt_counted_${nth}`, merchantId }, { delivery, receivedAt: world.now });
  const change = { at: world.now, random: (size: number) => new Uint8Array(size) };
  const hold = async (runId: string) => {
    const job = await startHolding(merchantId, change);
    await workOnEvents(job, { runId, now: () => world.now });
    return (await findWork<{ looked: number; sent: number }>(job))?.progress;
  };
  expect(await hold("enabled")).toMatchObject({ looked: 3, sent: 0 });
  world.table.update(merchantKey(merchantId), {
    UpdateExpression: "SET callback.disabled = :disabled",
    ExpressionAttributeValues: { ":disabled": true },
  });
  expect(await hold("disabled")).toMatchObject({ looked: 3, sent: 2 });
});
