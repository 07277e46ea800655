import { expect, it, vi } from "vitest";
import { eventsWorkKey } from "../../../shared/ledger/table.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import type { Passing } from "../../support/faulty-wire.ts";
import { openItems, runSweep, sweepUntil, visitByMessage } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import {
  ledgerQuery,
  queueBatch,
  redeliveryStart,
  workProgress,
  workStart,
} from "../../support/wire-calls.ts";

/** A recovery that dies on its way is finished by its next visit, and sends nothing twice. */
const service = useService({ muted: true });
const shop = useShop(service);

const HOUR_MS = 3_600_000;

/** Asks for everything of the last day; answers the recovery's key. */
async function begin(): Promise<{ id: string; pk: string; sk: string }> {
  const [since, until] = [Date.now() - 24 * HOUR_MS, Date.now() + 1000].map((at) =>
    new Date(at).toISOString(),
  );
  const { status, json } = await shop.api.call("POST", "/v1/events/recover", { since, until });
  expect(status).toBe(202);
  const id = String(json.id);
  return { id, ...eventsWorkKey(shop.merchantId, "recover") };
}

const progress = async (id: string) => (await shop.api.call("GET", `/v1/events/recoveries/${id}`)).json;
const isDone = async (id: string) => (await progress(id)).state === "done";

async function events(count: number, delivery: "dead" | "delivered" = "dead"): Promise<string[]> {
  const made = Array.from({ length: count }, newEventId);
  const { merchantId } = shop;
  const now = Date.now();
  await putEvents(
    service,
    made.map((eventId, index) => ({ eventId, merchantId, receivedAt: now - index * 100, delivery })),
  );
  return made;
}

const received = () => shop.receiver.received.map(({ eventId }) => eventId).toSorted();

/** Sweeps until the recovery is done and each of the events has arrived. */
async function finish(id: string, made: string[]): Promise<void> {
  await sweepUntil(service, () => isDone(id));
  await sweepUntil(service, async () => new Set(received()).size === made.length);
  await service.eventually(async () => {
    const items = await Promise.all(made.map((eventId) => service.eventItem(eventId)));
    return items.every(({ delivery }) => delivery === "delivered");
  });
  expect(received()).toEqual(made.toSorted());
  for (const eventId of made) expect((await service.eventItem(eventId)).generation).toBe(2);
}

it("it cannot be recorded: it has not begun, and the caller may repeat it", async () => {
  const made = await events(1);
  service.dynamodb.inject(workStart, { kind: "drop_request" }, AWS_TRIES);
  const body = { since: new Date(0).toISOString(), until: new Date(1000).toISOString() };
  expect((await shop.api.call("POST", "/v1/events/recover", body)).status).toBe(503);
  expect((await service.eventItem(String(made[0]))).delivery).toBe("dead");
});

it("it was recorded, but the reply was lost: there is one, and it runs", async () => {
  const made = await events(2);
  service.dynamodb.inject(workStart, { kind: "drop_reply" });
  const { id } = await begin();
  expect((await openItems(service)).filter(({ pk }) => pk === `WORK#${shop.merchantId}`)).toHaveLength(1);
  await finish(id, made);
});

it("the ledger fails within a page: the next visit does the rest of it", async () => {
  const made = await events(3);
  const { id, ...key } = await begin();
  service.dynamodb.inject(redeliveryStart, { kind: "drop_request" }, 9);
  await visitByMessage(service, key);
  expect(await progress(id)).toMatchObject({ state: "running", looked: 0, sent: 0 });
  await finish(id, made);
});

it("new delivery rounds are written, their replies lost: each event is sent, once", async () => {
  const made = await events(2);
  const { id } = await begin();
  service.dynamodb.inject(redeliveryStart, { kind: "drop_reply" }, 2);
  await finish(id, made);
});

it("a page is done, but not noted: it is done again, and nothing is sent twice", async () => {
  const made = await events(5);
  const { id, ...key } = await begin();
  service.dynamodb.inject(workProgress, { kind: "drop_request" }, AWS_TRIES);
  await visitByMessage(service, key);
  expect(await progress(id)).toMatchObject({ state: "running", looked: 0 });
  await finish(id, made);
  expect(await progress(id)).toMatchObject({ looked: 5 });
});

it("a page is noted, but the reply was lost: the recovery ends all the same", async () => {
  const made = await events(3);
  const { id } = await begin();
  service.dynamodb.inject(workProgress, { kind: "drop_reply" });
  await finish(id, made);
  expect(await progress(id)).toMatchObject({ state: "done", looked: 3, sent: 3 });
});

it("the queue is away when they are due: the next sweep sends them", async () => {
  const made = await events(1);
  const { id, ...key } = await begin();
  await visitByMessage(service, key);
  const itsMessage = (passing: Passing) => queueBatch(passing) && passing.body.includes(String(made[0]));
  service.sqs.inject(itsMessage, { kind: "drop_request" }, AWS_TRIES);
  await expect(runSweep(service)).rejects.toThrow();
  await finish(id, made);
});

it("visits at the same time do each page once", async () => {
  const made = await events(20);
  const { id, ...key } = await begin();
  await Promise.all([
    visitByMessage(service, key),
    visitByMessage(service, key),
    visitByMessage(service, key),
  ]);
  await finish(id, made);
  expect((await progress(id)).looked).toBe(20);
});

it("a visit whose time is used up leaves the rest to the next sweep, which goes on from there", async () => {
  await events(250, "delivered");
  const { id, ...key } = await begin();
  const now = Date.now();
  service.dynamodb.inject(ledgerQuery, { kind: "hold_request" });
  const visit = visitByMessage(service, key);
  await service.dynamodb.untilHeld();
  vi.useFakeTimers({ toFake: ["Date"], now: now + 11_000 });
  service.dynamodb.release();
  await visit;
  expect(await progress(id)).toMatchObject({ state: "running", looked: 100, sent: 0 });
  const [item] = (await openItems(service)).filter(({ sk }) => sk === key.sk);
  expect(item).toMatchObject({ dueStep: 0 });
  expect(Number(item?.dueSort.slice(0, 13))).toBeLessThanOrEqual(now + 11_000);
  await sweepUntil(service, () => isDone(id));
  expect(await progress(id)).toMatchObject({ looked: 250 });
  expect((await openItems(service)).filter(({ sk }) => sk === key.sk)).toEqual([]);
});

it("hundreds of events are looked through, page by page, to the oldest", async () => {
  await events(300, "delivered");
  const oldest = newEventId();
  const { merchantId } = shop;
  await putEvents(service, [
    { eventId: oldest, merchantId, receivedAt: Date.now() - 23 * HOUR_MS, delivery: "dead" },
  ]);
  const { id } = await begin();
  await sweepUntil(service, () => isDone(id));
  expect(await progress(id)).toMatchObject({ looked: 301, sent: 1 });
  await sweepUntil(service, async () => (await service.eventItem(oldest)).delivery === "delivered");
  expect(received()).toEqual([oldest]);
});
