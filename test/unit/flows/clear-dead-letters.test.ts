import { beforeEach, expect, it, vi } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import { deliveryItem, ENDPOINT_ID, endpointIdOf } from "../../support/event-item.ts";
import { fakeQueues } from "../../support/fake-queues.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Which dead letters an operator's clearing removes, puts back or leaves, and what its report says. */
const world = new FakeWorld();
world.enter();
vi.stubEnv("AWS_REGION", "eu-west-1");
vi.stubEnv("RECONCILIATION_QUEUE_URL", "RECONCILIATION");
vi.doUnmock("../../../shared/queues/queue.ts");
const { queueClient } = await import("../../../shared/queues/queue.ts");
const { clearDeadLetters } = await import("../../../shared/flows/callbacks/clear-dead-letters.ts");
const { redeliverDeadLetters } = await import("../../../shared/flows/callbacks/redeliver-dead-letters.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { findDelivery } = await import("../../../shared/ledger/attempts.ts");

let bodies: string[] = [];
const calls = fakeQueues(queueClient, ({ command }) =>
  command === "ReceiveMessageCommand"
    ? { Messages: bodies.map((Body, nth) => ({ Body, ReceiptHandle: `letter ${nth}` })) }
    : {},
);

type Batch = { ReceiptHandle?: string; MessageBody?: string }[];
const entriesOf = (name: string, queue?: string) =>
  calls
    .filter(({ command, input }) => command === name && (!queue || input.QueueUrl === queue))
    .flatMap(({ input }) => input.Entries as Batch);
const removed = () => entriesOf("DeleteMessageBatchCommand").map(({ ReceiptHandle }) => ReceiptHandle);
const sentTo = (queue: string) =>
  entriesOf("SendMessageBatchCommand", queue).map(({ MessageBody = "" }) => JSON.parse(MessageBody));

let number = 0;
const change = () => ({
  ...{ at: world.now, actor: "olivia" },
  random: (size: number) => new Uint8Array(size).fill(++number),
});
const clear = (merchantId?: string) => clearDeadLetters({ merchantId }, change());

const letterOf = (eventId: string, deliveryRound = 1, endpointId = ENDPOINT_ID) =>
  JSON.stringify({ eventId, endpointId, deliveryRound });
const record = (eventId: string, delivery: DeliveryState, merchantId = "mer_1") =>
  world.putEvent({ eventId, merchantId }, { delivery, receivedAt: world.now });

beforeEach(() => {
  for (const { pk, sk } of world.table.all()) world.table.expire({ pk: String(pk), sk: String(sk) });
  calls.length = 0;
  bodies = [];
  for (const merchantId of ["mer_1", "mer_2"]) world.putMerchant(merchantId);
});

it("letters whose event needs nothing any more are removed, and those of dead events are left", async () => {
  record("evt_dead", "dead");
  record("evt_delivered", "delivered");
  record("evt_again", "dead");
  bodies = [letterOf("evt_dead"), letterOf("evt_delivered"), letterOf("evt_again", 2), letterOf("evt_gone")];
  expect(await clear()).toEqual({ received: 4, putBack: 0, removed: 3, left: 1 });
  expect(removed()).toEqual(["letter 1", "letter 2", "letter 3"]);
  expect(await listAudit("mer_1")).toEqual([]);
});

it.each([
  ["of all merchants", undefined, 1],
  ["of its merchant", "mer_1", 1],
  ["of another merchant", "mer_2", 0],
])(
  "a letter whose endpoint was deleted is removed with those %s, and one of another endpoint is left",
  async (_, meant, count) => {
    const [KEPT, DELETED] = ["ep_00000000000000a1", "ep_00000000000000b2"];
    world.putMerchant("mer_1");
    world.changeEndpoint("mer_1", { endpointId: KEPT });
    for (const endpointId of [KEPT, DELETED])
      world.table.put(
        deliveryItem(
          { eventId: "evt_1", merchantId: "mer_1", endpointId },
          { delivery: "dead", receivedAt: 1 },
        ),
        {},
      );
    bodies = [KEPT, DELETED].map((endpointId) => letterOf("evt_1", 1, endpointId));
    expect(await clear(meant)).toEqual({ received: 2, putBack: 0, removed: count, left: 2 - count });
    expect(removed()).toEqual(["letter 1"].slice(0, count));
  },
);

it("a callback that still has attempts goes back into its queue before its letter goes, and is audited", async () => {
  record("evt_1", "pending");
  bodies = [letterOf("evt_1")];
  expect(await clear()).toEqual({ received: 1, putBack: 1, removed: 0, left: 0 });
  expect(sentTo("CALLBACK")).toEqual([{ eventId: "evt_1", endpointId: ENDPOINT_ID, deliveryRound: 1 }]);
  expect(removed()).toEqual(["letter 0"]);
  expect(calls.map(({ command }) => command)).toEqual([
    ...["ReceiveMessageCommand", "SendMessageBatchCommand", "DeleteMessageBatchCommand"],
  ]);
  expect(await listAudit("mer_1")).toMatchObject([
    { action: "put-back-dead-letter", subject: `evt_1/${ENDPOINT_ID}` },
  ]);
});

it("a reconciliation job goes back into its own queue, and is audited under its kind", async () => {
  const job = { kind: "statement", merchantId: "mer_1", date: "2026-01-05" };
  bodies = [JSON.stringify(job)];
  expect(await clear()).toEqual({ received: 1, putBack: 1, removed: 0, left: 0 });
  expect(sentTo("RECONCILIATION")).toEqual([job]);
  expect(sentTo("CALLBACK")).toEqual([]);
  expect(await listAudit("mer_1")).toMatchObject([
    { action: "put-back-dead-letter", subject: "statement job" },
  ]);
});

it("a visit's letter is removed, because the due list sends another, and what is nobody's is left", async () => {
  bodies = [JSON.stringify({ pk: "PAYMENT#1", sk: "PAYMENT", visit: 1 }), "put here by hand"];
  expect(await clear()).toEqual({ received: 2, putBack: 0, removed: 1, left: 1 });
  expect(removed()).toEqual(["letter 0"]);
});

it("where one merchant is meant, another's letters are left, and so is what is of no merchant", async () => {
  record("evt_1", "delivered");
  record("evt_2", "delivered", "mer_2");
  record("evt_3", "pending", "mer_2");
  bodies = [
    ...["evt_1", "evt_gone"].map((eventId) => letterOf(eventId)),
    ...["evt_2", "evt_3"].map((eventId) => letterOf(eventId, 1, endpointIdOf("mer_2"))),
  ];
  expect(await clear("mer_1")).toEqual({ received: 4, putBack: 0, removed: 1, left: 3 });
  expect(removed()).toEqual(["letter 0"]);
  expect(sentTo("CALLBACK")).toEqual([]);
});

it("an empty queue is reported as such, and nothing is sent or removed", async () => {
  expect(await clear()).toEqual({ received: 0, putBack: 0, removed: 0, left: 0 });
  expect(calls.map(({ command }) => command)).toEqual(["ReceiveMessageCommand"]);
});

/** As an operator's run through all dead events sees them, page by page. */
const pageOf = async (...eventIds: string[]) =>
  (
    await Promise.all(
      eventIds.map((eventId) =>
        findDelivery(eventId, endpointIdOf(String(world.eventOf(eventId).merchantId))),
      ),
    )
  ).flatMap((delivery) => delivery ?? []);

it("dead events are sent again at a pace of each merchant's own, which goes on from page to page", async () => {
  for (const nth of [1, 2, 3]) record(`evt_${nth}`, "dead");
  record("evt_other", "dead", "mer_2");
  const run = new Map();
  expect(await redeliverDeadLetters(await pageOf("evt_1", "evt_2", "evt_other"), run, change())).toBe(3);
  await redeliverDeadLetters(await pageOf("evt_3"), run, change());
  const dueOf = (eventId: string) => Number(String(world.deliveryOf(eventId).dueSort).slice(0, 13));
  const first = dueOf("evt_1");
  expect(dueOf("evt_other")).toBe(first);
  const gap = dueOf("evt_2") - first;
  expect(gap).toBeGreaterThan(0);
  expect(dueOf("evt_3") - first).toBe(2 * gap);
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "pending", deliveryRound: 2 });
});

it("a run through the dead letters is audited once for each merchant, before anything of it is sent", async () => {
  for (const nth of [1, 2]) record(`evt_${nth}`, "dead");
  record("evt_other", "dead", "mer_2");
  const run = new Map();
  await redeliverDeadLetters(await pageOf("evt_1", "evt_other"), run, change());
  await redeliverDeadLetters(await pageOf("evt_2"), run, change());
  for (const merchantId of ["mer_1", "mer_2"])
    expect(await listAudit(merchantId)).toMatchObject([{ action: "redeliver-dead-letters" }]);
});

it("a page whose audit entry cannot be written sends nothing, and the next one writes it", async () => {
  record("evt_1", "dead");
  const run = new Map();
  world.isKilled = (call) => call === "write";
  await expect(redeliverDeadLetters(await pageOf("evt_1"), run, change())).rejects.toThrow("died");
  world.isKilled = () => false;
  expect(world.deliveryOf("evt_1")).toMatchObject({ delivery: "dead" });
  expect(await redeliverDeadLetters(await pageOf("evt_1"), run, change())).toBe(1);
  expect(await listAudit("mer_1")).toHaveLength(1);
});

it("what was sent again meanwhile is no dead letter any more", async () => {
  record("evt_sent", "pending");
  expect(await redeliverDeadLetters(await pageOf("evt_sent"), new Map(), change())).toBe(0);
  expect(world.deliveryOf("evt_sent")).toMatchObject({ delivery: "pending", deliveryRound: 1 });
});
