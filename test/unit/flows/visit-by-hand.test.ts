import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ReconciliationJob } from "../../../shared/domain/finance/reconciliation.ts";
import {
  attentionKey,
  deliveryKey,
  dueAt,
  eventKey,
  eventsWorkKey,
  type Key,
  payoutKey,
  statementWorkKey,
} from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* What an operator sees of the open work, and what a visit to it does at once. */
const world = new FakeWorld().enter();
const handedOver: ReconciliationJob[] = [];
const messages: string[] = [];
vi.doMock("../../../shared/queues/queue.ts", () => ({
  sendCallback: async ({ eventId }: { eventId: string }) => void messages.push(eventId),
  sendCallbacks: async (events: { eventId: string }[]) =>
    void messages.push(...events.map(({ eventId }) => eventId)),
  sendReconciliations: async (jobs: ReconciliationJob[]) => void handedOver.push(...jobs),
}));
const { listOpenWork, scheduleUnresolved, visitByHand } = await import(
  "../../../shared/flows/recovery/visit-by-hand.ts"
);
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { idOf } = await import("../../../shared/ledger/open-work.ts");

const visit = (id: string) =>
  visitByHand(
    id,
    { runId: "run", now: () => world.now },
    { at: world.now, actor: "olivia", random: randomBytes },
  );
const audited = async () => (await listAudit("mer_1")).map(({ action, subject }) => [action, subject]);
const put = (key: Key, given: object) => world.table.put({ ...key, merchantId: "mer_1", ...given }, {});
const keyOf = (eventId: string) => deliveryKey(eventId, ENDPOINT_ID);
const named = (eventId: string) => `${eventId}/${ENDPOINT_ID}`;
const putEvent = (eventId: string, delivery: "pending" | "delivered", dueMs = world.now) => {
  const due = dueAt(keyOf(eventId), dueMs);
  world.putEvent({ eventId, merchantId: "mer_1" }, { delivery, receivedAt: world.now, due });
};

beforeEach(() => {
  world.emptyTable();
  world.isKilled = () => false;
  world.putMerchant("mer_1");
  handedOver.length = 0;
  messages.length = 0;
});

describe("a visit by hand", () => {
  it("sends the message of an event that waits for its next attempt, and is noted", async () => {
    putEvent("evt_1", "pending");
    expect(await visit(named("evt_1"))).toBe("message_sent");
    expect(messages).toEqual(["evt_1"]);
    expect(await audited()).toEqual([["visit-open-work", named("evt_1")]]);
  });

  it("sends nothing of what has ended", async () => {
    putEvent("evt_1", "delivered");
    for (const id of ["evt_1", named("evt_1")]) expect(await visit(id)).toBe("closed_already");
    expect(messages).toEqual([]);
  });

  it("finishes an event that is not finished, instead of only sending its message", async () => {
    putEvent("evt_1", "pending");
    world.change(eventKey("evt_1"), { body: new Uint8Array([1]), finishedAt: undefined });
    expect(await visit("evt_1")).toBe("finished");
    expect(world.eventOf("evt_1")).toMatchObject({ finishedAt: world.now });
  });

  it("lets a merchant hear of an event that cannot be applied all the same: somebody has decided", async () => {
    putEvent("evt_1", "pending");
    world.change(eventKey("evt_1"), { finishedAt: undefined });
    await expect(visit("evt_1")).rejects.toThrow();
    expect(messages).toEqual(["evt_1"]);
  });

  it("is rejected and not noted where there is nothing of that name, or could be none", async () => {
    for (const id of ["evt_none", "svcpay_1/nothing", ""])
      await expect(visit(id)).rejects.toMatchObject({
        ...{ code: "not_found", message: expect.stringContaining(`with the id ${id}.`) },
      });
    expect(await audited()).toEqual([]);
  });

  it("visits what needs a person, though it is no event", async () => {
    put(attentionKey("mer_1", "HOLD", "svcpay_1"), {
      kind: "hold_expiring",
      delivery: "pending",
      closedAt: 1,
    });
    expect(await visit("mer_1/HOLD#svcpay_1")).toBe("closed_already");
    expect(messages).toEqual([]);
  });
});

describe("a visit to long work", () => {
  it("hands a statement that is not done to the function that makes statements", async () => {
    const key = statementWorkKey("mer_1", "2026-01-04");
    put(key, { state: "done", progress: { date: "2026-01-04" } });
    expect(await visit("mer_1/2026-01-04")).toBe("closed_already");
    expect(handedOver).toEqual([]);
    put(key, { state: "running", progress: { date: "2026-01-04" } });
    expect(await visit("mer_1/2026-01-04")).toBe("handed_over");
    expect(handedOver).toEqual([{ kind: "statement", merchantId: "mer_1", date: "2026-01-04" }]);
  });

  it("hands a payout over whatever it looks like: there it turns out whether anything is left to read", async () => {
    put(payoutKey("mer_1", "po_1"), { facts: { payoutId: "po_1" } });
    expect(await visit("mer_1/po_1")).toBe("handed_over");
    expect(handedOver).toEqual([{ kind: "payout", merchantId: "mer_1", payoutId: "po_1" }]);
  });

  it("goes on with work on events that runs, and leaves what is done alone", async () => {
    const progress = {
      ...{ kind: "recover", sinceMs: 0, untilMs: world.now, looked: 0, sent: 0 },
      endpointIds: [ENDPOINT_ID],
    };
    const work = { state: "done", runId: "theirs", version: 1, parts: [], startedAt: 1, progress };
    put(eventsWorkKey("mer_1", "recover"), work);
    expect(await visit("mer_1/recover")).toBe("closed_already");
    put(eventsWorkKey("mer_1", "recover"), { ...work, state: "running" });
    expect(await visit("mer_1/recover")).toBe("done");
  });
});

describe("what no visit could finish is put back", () => {
  const change = () => ({ at: world.now, actor: "olivia", random: randomBytes });
  const givenUp = (eventId: string) => {
    putEvent(eventId, "pending", world.now - 5000);
    world.change(keyOf(eventId), { dueShard: "DUE#unresolved", dueStep: 8 });
  };
  const dueNow = async () => (await listOpenWork(10, false)).map(idOf);
  const unresolved = async () => (await listOpenWork(10, true)).map(idOf);

  it("on the first step of its ladder and due now, each noted, and nothing else is touched", async () => {
    givenUp("evt_1");
    givenUp("evt_2");
    putEvent("evt_3", "pending", world.now + 5000);
    const untouched = world.deliveryOf("evt_3");
    expect(await scheduleUnresolved(10, change())).toEqual({ scheduled: 2, hasMore: false });
    expect(await unresolved()).toEqual([]);
    expect(world.deliveryOf("evt_1")).toMatchObject(dueAt(keyOf("evt_1"), world.now));
    expect(world.deliveryOf("evt_3")).toEqual(untouched);
    expect(await audited()).toEqual(
      expect.arrayContaining([
        ["visit-open-work", named("evt_1")],
        ["visit-open-work", named("evt_2")],
      ]),
    );
    expect(await scheduleUnresolved(10, change())).toEqual({ scheduled: 0, hasMore: false });
  });

  it("as many as are asked for, the oldest first, and the next run goes on", async () => {
    for (const nth of [1, 2, 3]) givenUp(`evt_${nth}`);
    expect(await scheduleUnresolved(2, change())).toEqual({ scheduled: 2, hasMore: true });
    expect(await unresolved()).toEqual(["evt_3"].map(named));
    expect(await scheduleUnresolved(2, change())).toEqual({ scheduled: 1, hasMore: false });
    expect(await dueNow()).toEqual(["evt_1", "evt_2", "evt_3"].map(named));
  });

  it("as far as a run comes that dies, and the next one puts back the rest", async () => {
    for (const nth of [1, 2, 3]) givenUp(`evt_${nth}`);
    let writes = 0;
    world.isKilled = (call) => call === "write" && ++writes > 4;
    await expect(scheduleUnresolved(10, change())).rejects.toThrow();
    world.isKilled = () => false;
    const left = await unresolved();
    expect(await scheduleUnresolved(10, change())).toEqual({ scheduled: left.length, hasMore: false });
    expect(await dueNow()).toEqual(["evt_1", "evt_2", "evt_3"].map(named));
  });

  it("except for what was closed after it was listed", async () => {
    givenUp("evt_1");
    let writes = 0;
    world.isKilled = (call) => {
      // The first write is the note.
      if (call === "write" && ++writes === 2)
        world.change(keyOf("evt_1"), { dueShard: undefined, dueSort: undefined, dueStep: undefined });
      return false;
    };
    expect(await scheduleUnresolved(10, change())).toEqual({ scheduled: 0, hasMore: false });
    expect(world.deliveryOf("evt_1")).not.toHaveProperty("dueSort");
  });
});

it("what only a later release knows is neither listed nor put back, and stops nothing", async () => {
  const key = { pk: "EVENT#evt_2", sk: "LATER#1" };
  putEvent("evt_1", "pending", world.now + 2);
  put(key, dueAt(eventKey("evt_2"), world.now + 1));
  expect((await listOpenWork(10, false)).map(idOf)).toEqual([named("evt_1")]);
  for (const one of [key, keyOf("evt_1")]) world.change(one, { dueShard: "DUE#unresolved" });
  const unknown = world.table.peek(key);
  const change = { at: world.now, actor: "olivia", random: randomBytes };
  expect(await scheduleUnresolved(10, change)).toEqual({ scheduled: 1, hasMore: false });
  expect(await audited()).toEqual([["visit-open-work", named("evt_1")]]);
  expect(world.table.peek(key)).toEqual(unknown);
});

it("the open work is listed soonest first over all shards, as many as are asked for", async () => {
  for (const nth of [3, 1, 2]) putEvent(`evt_${nth}`, "pending", world.now + nth);
  const listed = async (limit: number) => (await listOpenWork(limit, false)).map(idOf);
  expect(await listed(10)).toEqual(["evt_1", "evt_2", "evt_3"].map(named));
  expect(await listed(2)).toEqual(["evt_1", "evt_2"].map(named));
  expect(await listOpenWork(10, true)).toEqual([]);
});
