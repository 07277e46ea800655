import { expect, it } from "vitest";
import { eventsWorkKey } from "../../../shared/ledger/table.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import type { Passing } from "../../support/faulty-wire.ts";
import { forgetOpenWork, sweepUntil, visitByMessage } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { queueBatch, workStart } from "../../support/wire-calls.ts";

/** A recovery that dies on its way is finished by its next visit, and sends nothing twice. */
const service = useService({ muted: true });
forgetOpenWork(service);
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

const progress = async (id: string) => (await shop.api.call("GET", `/v1/event-recoveries/${id}`)).json;
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
    const items = await Promise.all(made.map((eventId) => service.deliveryItem(eventId)));
    return items.every(({ delivery }) => delivery === "delivered");
  });
  expect(received()).toEqual(made.toSorted());
  for (const eventId of made) expect((await service.deliveryItem(eventId)).deliveryRound).toBe(2);
}

it("it cannot be recorded: it has not begun, and the caller may repeat it", async () => {
  const made = await events(1);
  service.dynamodb.inject(workStart, { kind: "drop_request" }, AWS_TRIES);
  const body = { since: new Date(0).toISOString(), until: new Date(1000).toISOString() };
  expect((await shop.api.call("POST", "/v1/events/recover", body)).status).toBe(503);
  expect((await service.deliveryItem(String(made[0]))).delivery).toBe("dead");
});

it("the queue is away when they are due: the next sweep sends them", async () => {
  const made = await events(1);
  const { id, ...key } = await begin();
  const itsMessage = (passing: Passing) => queueBatch(passing) && passing.body.includes(String(made[0]));
  service.sqs.inject(itsMessage, { kind: "drop_request" }, AWS_TRIES);
  await visitByMessage(service, key);
  await finish(id, made);
});
