import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "../../../shared/domain/failure.ts";
import type { LookupResult } from "../../../shared/domain/payments/outcome-certainty.ts";
import type { ClaimRecord } from "../../../shared/ledger/claims.ts";
import type { DeliveryRecord, EventRecord } from "../../../shared/ledger/events.ts";
import { deliveryKey, dueAt, eventKey, merchantKey, operationKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID, eventItem } from "../../support/event-item.ts";
import { FakeWorld, HOUR_MS, MINUTE_MS } from "../../support/fake-world.ts";

/* What a sweep sends and moves, and what a visit does with what was left open. */
const world = new FakeWorld().enter();
const measured = new Map<string, number>();
const counted: string[] = [];
world.replaceInLogger({
  count: (name: string) => counted.push(name),
  measure: (name: string, value: number) => measured.set(name, value),
});
const { sweep } = await import("../../../shared/flows/recovery/sweep.ts");
const { visitDelivery } = await import("../../../shared/flows/deliveries/finish-delivery.ts");
const { visitEvent } = await import("../../../shared/flows/events/apply-event.ts");
const { visitClaim } = await import("../../../shared/flows/once/visit-claim.ts");
const { parseVisit } = await import("../../../shared/flows/recovery/visit.ts");

const run = () => sweep({ now: () => world.now, endsAt: world.now + 50_000 });
const keyOf = (eventId: string) => deliveryKey(eventId, ENDPOINT_ID);
const stored = (eventId: string) => world.table.peek(keyOf(eventId)) as unknown as DeliveryRecord;
const put = (eventId: string, given: object = {}, step = 0) => {
  const due = dueAt(keyOf(eventId), world.now - 90_000, step);
  world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now, due });
  world.table.put({ ...keyOf(eventId), ...stored(eventId), ...given }, {});
};

beforeEach(() => {
  world.emptyTable();
  world.putMerchant("mer_1");
  world.callbacks.length = 0;
  world.visits.length = 0;
  world.deadLetters.length = 0;
  counted.length = 0;
});

describe("a sweep", () => {
  it("measures how late the list is, and sends and moves what is due", async () => {
    put("evt_1");
    expect(await run()).toEqual({ sent: 1, failedShards: 0 });
    expect(measured.get("OldestDueSeconds")).toBe(90);
    expect(world.callbacks).toMatchObject([{ eventId: "evt_1", visibleAt: world.now }]);
    expect(stored("evt_1")).toMatchObject(dueAt(keyOf("evt_1"), world.now + HOUR_MS, 1));
    expect(await run()).toEqual({ sent: 0, failedShards: 0 });
    expect(measured.get("OldestDueSeconds")).toBe(0);
  });

  it("47: leaves what it could not send where it was, and the next one sends it", async () => {
    put("evt_1");
    const before = stored("evt_1");
    world.isQueueAway = true;
    const swept = await run();
    world.isQueueAway = false;
    expect(swept).toEqual({ sent: 0, failedShards: 1 });
    expect(stored("evt_1")).toEqual(before);
    expect(await run()).toEqual({ sent: 1, failedShards: 0 });
  });

  /** Thrown out by the queue, or gone with it: scenarios 17 and 32. */
  it("sends the message of a delivery again whose own is lost", async () => {
    put("evt_1", { attempts: 1 });
    expect(await run()).toMatchObject({ sent: 1 });
    expect(world.callbacks).toMatchObject([{ eventId: "evt_1", deliveryRound: 1 }]);
  });

  it("measures how late the list is by the oldest of all its parts, though none can be moved", async () => {
    put("evt_1");
    world.now += MINUTE_MS;
    put("evt_2");
    world.isKilled = (call) => call === "write";
    expect(await run()).toMatchObject({ failedShards: 2 });
    world.isKilled = () => false;
    expect(measured.get("OldestDueSeconds")).toBe(150);
  });

  it.each(["nextAttemptAt", "leaseExpiresAt"])(
    "sends no message before %s, and looks again then",
    async (name) => {
      put("evt_1", { [name]: world.now + 1 }, 3);
      expect(await run()).toMatchObject({ sent: 0 });
      expect(world.callbacks).toEqual([]);
      expect(stored("evt_1")).toMatchObject(dueAt(keyOf("evt_1"), world.now + 1, 3));
      put("evt_2", { [name]: world.now });
      expect(await run()).toMatchObject({ sent: 1 });
    },
  );

  it("visits what is not finished, what is held and what is dead, and says which visit it is", async () => {
    const { finishedAt: _, ...unfinished } = eventItem(
      { eventId: "evt_1", merchantId: "mer_1" },
      { delivery: "none", receivedAt: world.now },
    );
    world.table.put({ ...unfinished, ...dueAt(eventKey("evt_1"), world.now - 90_000, 2) }, {});
    put("evt_2", { delivery: "held" });
    expect(await run()).toMatchObject({ sent: 2 });
    expect(world.visits.map(({ pk, visit }) => [pk, visit]).toSorted()).toEqual([
      ["EVENT#evt_1", 3],
      ["EVENT#evt_2", 1],
    ]);
    expect(world.eventOf("evt_1")).toMatchObject(dueAt(eventKey("evt_1"), world.now + 2 * HOUR_MS, 3));
    expect(counted).not.toContain("WorkGivenUp");
  });

  it("passes over what only a later release knows, and sends the rest of its page", async () => {
    const key = { pk: "EVENT#evt_1", sk: "LATER#1" };
    const { dueShard, dueSort, dueStep } = dueAt(keyOf("evt_1"), world.now - 120_000);
    world.table.put({ ...key, merchantId: "mer_1", dueShard, dueSort, dueStep }, {});
    put("evt_1");
    expect(await run()).toEqual({ sent: 1, failedShards: 0 });
    expect(world.callbacks).toMatchObject([{ eventId: "evt_1" }]);
    // Its release finds it where it was.
    expect(world.table.peek(key)).toMatchObject({ dueShard, dueSort, dueStep });
  });

  it("spreads what one endpoint has left over seconds, and sends another endpoint's at once", async () => {
    const ENDPOINT = "ep_00000000000000b2";
    for (let nth = 0; nth < 60; nth++) put(`evt_${nth}`);
    const key = deliveryKey("evt_0", ENDPOINT);
    // The last in its part of the list.
    const due = { ...dueAt(keyOf("evt_0"), world.now - 1) };
    world.table.put({ ...stored("evt_0"), ...key, eventId: "evt_other", endpointId: ENDPOINT, ...due }, {});
    await run();
    expect(world.callbacks.find(({ eventId }) => eventId === "evt_other")?.visibleAt).toBe(world.now);
    expect(Math.max(...world.callbacks.map(({ visibleAt }) => visibleAt))).toBe(world.now + 2000);
  });

  it("visits what is held at once: it does not ask the processor, whose visits are paced", async () => {
    for (let nth = 0; nth < 20; nth++) put(`evt_${nth}`, { delivery: "held" });
    await run();
    expect(world.visits).toHaveLength(20);
    expect(new Set(world.visits.map(({ delaySeconds }) => delaySeconds))).toEqual(new Set([0]));
  });

  it.each(["held", "pending"] as const)(
    "gives a %s one up after the eighth step, and counts that",
    async (delivery) => {
      put("evt_1", { delivery }, 7);
      await run();
      expect(stored("evt_1").dueShard).toBe("DUE#unresolved");
      expect(counted).toContain("WorkGivenUp");
      await run();
      expect(measured.get("UnresolvedWork")).toBe(1);
    },
  );

  it("stops between two pages of a hundred once its time is over, and the next one goes on", async () => {
    const shardOf = (eventId: string) => dueAt(keyOf(eventId), world.now).dueShard;
    const ids = Array.from({ length: 9000 }, (_, nth) => `evt_${nth}`);
    const together = ids.filter((eventId) => shardOf(eventId) === shardOf("evt_0")).slice(0, 201);
    for (const eventId of together) put(eventId);
    const endsAt = world.now + 1000;
    // The first page takes all the time that there is.
    world.beforeWrite("each", () => (world.now = endsAt));
    expect(await sweep({ now: () => world.now, endsAt })).toEqual({ sent: 100, failedShards: 0 });
    world.isKilled = () => false;
    expect(await run()).toEqual({ sent: 101, failedShards: 0 });
  });

  it("counts itself, for the alarm that rings where it is missing, unless a part of the list has failed", async () => {
    put("evt_1");
    // Sending succeeds, and the move of the entry does not.
    world.isKilled = (call) => call === "write";
    expect(await run()).toMatchObject({ failedShards: 1 });
    expect(counted).not.toContain("Sweeps");
    world.isKilled = () => false;
    expect(await run()).toMatchObject({ failedShards: 0 });
    expect(counted).toContain("Sweeps");
  });

  it("sends a merchant's messages at its pace: twenty-five a second", async () => {
    for (let nth = 0; nth < 51; nth++) put(`evt_${nth}`);
    await run();
    const delays = world.callbacks.map(({ visibleAt }) => (visibleAt - world.now) / 1000);
    expect([0, 1, 2].map((second) => delays.filter((delay) => delay === second).length)).toEqual([25, 25, 1]);
  });
});

describe("a visit to a delivery", () => {
  it("leaves alone one that has ended, and one that is on its way", async () => {
    put("evt_1", { delivery: "delivered" });
    expect(await visitDelivery(stored("evt_1"), world.now)).toBe("closed_already");
    put("evt_2");
    expect(await visitDelivery(stored("evt_2"), world.now)).toBe("on_its_way");
  });

  it("sends the letter of one that is dead, once", async () => {
    put("evt_1", { delivery: "dead", deadShard: "DEAD#0", deadSort: "sort" });
    expect(await visitDelivery(stored("evt_1"), world.now)).toBe("letter_sent");
    expect(world.deadLetters).toEqual(["evt_1"]);
    expect(await visitDelivery(stored("evt_1"), world.now)).toBe("closed_already");
  });

  it("releases one that is held where its endpoint is on, and otherwise takes it off the list", async () => {
    put("evt_1", { delivery: "held" });
    expect(await visitDelivery(stored("evt_1"), world.now)).toBe("released_or_checked");
    expect(stored("evt_1")).toMatchObject({
      delivery: "pending",
      deliveryRound: 2,
      dueSort: expect.any(String),
    });
    put("evt_2", { delivery: "held" });
    world.changeEndpoint("mer_1", { disabled: true });
    await visitDelivery(stored("evt_2"), world.now);
    expect(stored("evt_2").delivery).toBe("held");
    expect(stored("evt_2")).not.toHaveProperty("dueSort");
    put("evt_3", { delivery: "held" });
    world.table.put({ ...merchantKey("mer_1"), merchantId: "mer_1" }, {});
    await visitDelivery(stored("evt_3"), world.now);
    expect(stored("evt_3")).not.toHaveProperty("dueSort");
  });
});

describe("a visit to an event that cannot be applied", () => {
  // Its bytes say nothing, so that each try fails.
  const putUnfinished = (given: object = {}) => {
    const {
      finishedAt: _,
      applied: __,
      ...event
    } = eventItem({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
    world.table.put({ ...event, ...given }, {});
  };
  const visit = (nth: number) =>
    visitEvent(world.eventOf("evt_1") as unknown as EventRecord, world.now, { nth });
  const sent = () => world.callbacks.map(({ eventId }) => eventId);

  it("lets its merchant hear of it from the third visit on, and fails all the same", async () => {
    putUnfinished();
    await expect(visit(2)).rejects.toThrow();
    expect(sent()).toEqual([]);
    await expect(visit(3)).rejects.toThrow();
    expect(sent()).toEqual(["evt_1"]);
    expect(stored("evt_1")).toMatchObject({ delivery: "pending" });
    expect(world.eventOf("evt_1")).not.toHaveProperty("finishedAt");
  });

  it("finishes an event of our own, of which nothing is to be applied", async () => {
    putUnfinished({ type: "payment.hold_expiring", source: "service" });
    expect(await visit(1)).toBe("finished");
    expect(world.eventOf("evt_1")).toMatchObject({ finishedAt: world.now, applied: "not_about_a_payment" });
    expect(sent()).toEqual(["evt_1"]);
  });
});

describe("a visit to a claim", () => {
  const KEY = operationKey("svcpay_1", "op_1");
  const claimed = (given: object = {}) => {
    const record = {
      ...KEY,
      merchantId: "mer_1",
      state: "claimed",
      ownerToken: "theirs",
      keyNumber: 1,
      leaseExpiresAt: world.now,
      attemptedAt: world.now - 2 * HOUR_MS,
      ...dueAt(KEY, world.now),
      ...given,
    } as unknown as ClaimRecord;
    world.table.put(record, {});
    return record;
  };
  const completed: unknown[] = [];
  const visit = (found: LookupResult<string> | Error, given: object = {}) =>
    visitClaim(
      claimed(given),
      { now: world.now },
      {
        lookUp: async () => {
          if (found instanceof Error) throw found;
          return found;
        },
        writeFound: async (_, made: string) => completed.push(made),
      },
    );
  const standing = () => world.table.peek(KEY);

  it("leaves one alone that is closed, or that a request is at until its lease has ended", async () => {
    expect(await visit({ kind: "impossible" }, { state: "completed" })).toBe("closed_already");
    expect(await visit({ kind: "impossible" }, { leaseExpiresAt: world.now + 1 })).toBe("being_worked_on");
    expect(standing()?.state).toBe("claimed");
    expect(await visit({ kind: "impossible" })).toBe("rejected");
    expect(standing()).toMatchObject({ state: "rejected", rejectedAs: "impossible" });
  });

  it("completes what was made", async () => {
    expect(await visit({ kind: "made", value: "it" })).toBe("completed");
    expect(completed).toEqual(["it"]);
  });

  it("leaves what was not found on the list until two hours after the last attempt", async () => {
    expect(await visit({ kind: "not_made" }, { attemptedAt: world.now - 2 * HOUR_MS + 1 })).toBe("left");
    expect(standing()).toHaveProperty("dueSort");
    expect(await visit({ kind: "not_made" })).toBe("left");
    expect(standing()).toMatchObject({ state: "claimed" });
    expect(standing()).not.toHaveProperty("dueSort");
  });

  it("passes on what it could not find out", async () => {
    const error = new Failure("processor_unavailable", "not now");
    await expect(visit(error)).rejects.toBe(error);
    expect(standing()).toHaveProperty("dueSort");
  });
});

it.each([
  "{}",
  '{"pk":"a","sk":"b"}',
  '{"pk":"a","visit":1}',
  '{"sk":"b","visit":1}',
  '{"pk":"a","sk":"b","visit":"1"}',
])("what does not name a thing and a number of its visit is no visit: %s", (text) => {
  expect(() => parseVisit(text)).toThrow("Not a visit.");
});
