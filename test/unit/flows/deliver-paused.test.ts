import { beforeEach, describe, expect, it } from "vitest";
import type { EventRecord } from "../../../shared/ledger/event-record.ts";
import { deliveryKey, eventKey, merchantKey, pauseKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* An endpoint whose posts time out is paused: who is sent to it meanwhile, and what becomes of the others. */
const world = new FakeWorld();
world.enter();
const { deliverEvent } = await import("../../../shared/flows/callbacks/deliver-event.ts");
const { dueAt } = await import("../../../shared/ledger/due.ts");

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const PAUSE = pauseKey("mer_1", "ep_first");
const stored = (eventId: string) => world.table.peek(eventKey(eventId)) as unknown as EventRecord;

const deliver = (eventId: string, endpointId?: string) =>
  deliverEvent(
    { eventId, deliveryRound: 1, endpointId },
    {
      now: () => world.now,
      signatureSeconds: () => Math.floor(world.now / 1000),
      jitter: () => 0,
      token: () => `token of ${eventId}`,
    },
  );

/** Each post takes the ten seconds, and what else happens meanwhile. */
const hang = (meanwhile?: () => void) => {
  world.answer = () => {
    meanwhile?.();
    world.now += 10 * SECOND_MS;
    return { ok: false, milliseconds: 10_000, error: "timeout" };
  };
};
const answer = (status: number) => {
  world.answer = () => ({ ok: status < 300, milliseconds: 1, status });
};

const events = ["evt_1", "evt_2", "evt_3"];

beforeEach(() => {
  world.isKilled = () => false;
  world.onPost = () => {};
  world.posts.clear();
  world.table.expire(PAUSE);
  world.putMerchant("mer_1");
  world.putMerchant("mer_2");
  for (const eventId of events)
    world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
  world.putEvent(
    { eventId: "evt_other", merchantId: "mer_2" },
    { delivery: "pending", receivedAt: world.now },
  );
  hang();
});

const moveTo = (url: string) =>
  world.table.update(merchantKey("mer_1"), {
    UpdateExpression: "SET callback.#url = :url",
    ExpressionAttributeNames: { "#url": "url" },
    ExpressionAttributeValues: { ":url": url },
  });

describe("after a post that timed out", () => {
  it("the endpoint's other deliveries wait for ten seconds, without an attempt or a write of theirs", async () => {
    await deliver("evt_1");
    const before = stored("evt_2");
    expect(await deliver("evt_2")).toEqual({ kind: "later", seconds: 10 });
    expect(world.posts).toEqual(new Map([["evt_1", 1]]));
    expect(stored("evt_2")).toEqual(before);
  });

  it("another merchant's endpoint, and another one of the same merchant, are sent to", async () => {
    await deliver("evt_1");
    const further = "ep_00000000000000a1";
    const { callback } = world.table.peek(merchantKey("mer_1")) as unknown as { callback: object };
    world.table.update(merchantKey("mer_1"), {
      UpdateExpression: "SET further = :further",
      ExpressionAttributeValues: {
        ":further": { version: 1, endpoints: [{ ...callback, endpointId: further }] },
      },
    });
    world.table.put({ ...stored("evt_2"), ...deliveryKey("evt_2", further), endpointId: further }, {});
    answer(200);
    expect(await deliver("evt_other")).toEqual({ kind: "done" });
    expect(await deliver("evt_2", further)).toEqual({ kind: "done" });
    expect(world.posts.size).toBe(3);
  });

  it.each([["a new URL", () => moveTo("https://shop.example/new")]])(
    "%s is sent to at once",
    async (_, change) => {
      await deliver("evt_1");
      change();
      answer(200);
      expect(await deliver("evt_2")).toEqual({ kind: "done" });
      expect(stored("evt_2").delivery).toBe("delivered");
    },
  );

  it("what comes for the endpoint after it was disabled is held", async () => {
    await deliver("evt_1");
    world.table.update(merchantKey("mer_1"), {
      UpdateExpression: "SET callback.disabled = :disabled",
      ExpressionAttributeValues: { ":disabled": true },
    });
    await deliver("evt_2");
    expect(stored("evt_2").delivery).toBe("held");
  });

  it.each([200, 500])("an answer of %s does not pause", async (status) => {
    answer(status);
    await deliver("evt_1");
    await deliver("evt_2");
    expect(world.posts.size).toBe(2);
    expect(world.table.peek(PAUSE)).toBeUndefined();
  });
});

describe("when the ten seconds are over", () => {
  beforeEach(async () => {
    await deliver("evt_1");
    world.now += 10 * SECOND_MS;
  });

  it("one delivery is the probe, and while it hangs no other one is", async () => {
    const waits: unknown[] = [];
    hang(() => {
      // As if at the last moment of a post that takes a little longer than it may.
      world.now += SECOND_MS;
      waits.push(deliver("evt_3"));
    });
    expect(await deliver("evt_2")).toEqual({ kind: "later", seconds: 30 - 11 });
    expect(await Promise.all(waits)).toEqual([{ kind: "later", seconds: 21 }]);
    expect(world.posts).toEqual(
      new Map([
        ["evt_1", 1],
        ["evt_2", 1],
      ]),
    );
    expect(stored("evt_3").attempts).toBe(0);
  });

  it("one of two deliveries that find it over at once is the probe", async () => {
    answer(200);
    const outcomes = await Promise.all([deliver("evt_2"), deliver("evt_3")]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["done", "later"]);
    expect(world.posts.size).toBe(2);
  });

  it.each([200, 500])("the pause ends with an answer of %s", async (status) => {
    answer(status);
    await deliver("evt_2");
    answer(200);
    expect(await deliver("evt_3")).toEqual({ kind: "done" });
  });

  it("the pause goes on where the probe times out too, and the others wait as long again as it has lasted", async () => {
    const since = world.now - 10 * SECOND_MS;
    await deliver("evt_2");
    expect(await deliver("evt_3")).toEqual({ kind: "later", seconds: (world.now - since) / SECOND_MS });
    world.now += 10 * SECOND_MS - 1;
    expect(await deliver("evt_3")).toMatchObject({ kind: "later" });
    world.now += 1;
    answer(200);
    expect(await deliver("evt_3")).toEqual({ kind: "done" });
  });

  it("a probe whose function dies leaves it to the next delivery, twenty seconds later", async () => {
    world.onPost = () => {
      throw new Error("The function has died.");
    };
    await expect(deliver("evt_2")).rejects.toThrow("died");
    world.onPost = () => {};
    answer(200);
    world.now += 20 * SECOND_MS - 1;
    expect(await deliver("evt_3")).toMatchObject({ kind: "later" });
    world.now += 1;
    expect(await deliver("evt_3")).toEqual({ kind: "done" });
  });

  it("a pause that nobody has looked at for an hour is over", async () => {
    world.now += 60 * MINUTE_MS;
    hang();
    await deliver("evt_2");
    expect(await deliver("evt_3")).toEqual({ kind: "later", seconds: 10 });
  });
});

describe("through a long outage", () => {
  /** The pause has lasted so long, and its next probe is not due. */
  const pausedFor = (ms: number) => {
    const { callback } = world.table.peek(merchantKey("mer_1")) as unknown as { callback: { url: string } };
    const until = world.now + SECOND_MS;
    const expiresAt = Math.ceil(until / 1000) + 3600;
    world.table.put({ ...PAUSE, url: callback.url, since: world.now - ms, until, expiresAt }, {});
  };

  it("a message waits in the queue for fifteen minutes at most; after that the due list has its event", async () => {
    pausedFor(15 * MINUTE_MS);
    expect(await deliver("evt_1")).toEqual({ kind: "later", seconds: 15 * 60 });
    pausedFor(15 * MINUTE_MS + 1);
    const until = world.now + 15 * MINUTE_MS + 1;
    expect(await deliver("evt_1")).toEqual({ kind: "done" });
    expect(stored("evt_1")).toMatchObject({
      ...{ delivery: "pending", attempts: 0, nextAttemptAt: until },
      ...dueAt(eventKey("evt_1"), until),
    });
    world.now = until;
    answer(200);
    expect(await deliver("evt_1")).toEqual({ kind: "done" });
    expect(stored("evt_1")).toMatchObject({ delivery: "delivered", attempts: 1 });
  });

  it("half an hour is the longest wait", async () => {
    pausedFor(50 * MINUTE_MS);
    await deliver("evt_1");
    expect(stored("evt_1").nextAttemptAt).toBe(world.now + 30 * MINUTE_MS);
  });

  it("an event that is not finished keeps its visit", async () => {
    const place = dueAt(eventKey("evt_1"), world.now + MINUTE_MS);
    const { finishedAt: _, ...unfinished } = stored("evt_1");
    world.table.put({ ...unfinished, ...place }, {});
    pausedFor(20 * MINUTE_MS);
    expect(await deliver("evt_1")).toEqual({ kind: "done" });
    expect(stored("evt_1")).toMatchObject(place);
  });

  it("what another function has begun to send, or ended, meanwhile is left alone", async () => {
    pausedFor(20 * MINUTE_MS);
    const taken = { attempts: 1, leaseExpiresAt: world.now + MINUTE_MS, attemptToken: "theirs" };
    world.beforeWrite(1, () => world.table.put({ ...stored("evt_1"), ...taken }, {}));
    expect(await deliver("evt_1")).toEqual({ kind: "later", seconds: 60 });
    world.beforeWrite(1, () => world.table.put({ ...stored("evt_2"), delivery: "delivered" }, {}));
    expect(await deliver("evt_2")).toEqual({ kind: "done" });
    expect(stored("evt_2").nextAttemptAt).toBeUndefined();
  });
});
