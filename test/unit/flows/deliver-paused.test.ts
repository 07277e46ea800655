import { beforeEach, describe, expect, it } from "vitest";
import { endpointsOf } from "../../../shared/domain/events/callback-endpoint.ts";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, type Key, merchantKey, pauseKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID, endpointIdOf } from "../../support/event-item.ts";
import { FakeWorld, MINUTE_MS, SECOND_MS } from "../../support/fake-world.ts";

/* An endpoint whose posts time out is paused: who is sent to it meanwhile, and what becomes of the others. */
const world = new FakeWorld().enter();
const { deliverEvent } = await import("../../../shared/flows/callbacks/deliver-event.ts");

const PAUSE = pauseKey("mer_1", ENDPOINT_ID);
const stored = (eventId: string) => world.deliveryOf(eventId) as unknown as DeliveryRecord;

const deliver = (eventId: string, endpointId = ENDPOINT_ID) =>
  deliverEvent(
    { eventId, deliveryRound: 1, endpointId },
    {
      now: () => world.now,
      signatureSeconds: () => Math.floor(world.now / 1000),
      jitter: 0,
      token: `token of ${eventId}`,
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
    const second = "ep_00000000000000a1";
    const merchant = world.table.peek(merchantKey("mer_1")) as unknown as Merchant & Key;
    const list = endpointsOf(merchant);
    const both = [...list, ...list.map((endpoint) => ({ ...endpoint, endpointId: second }))];
    world.table.put({ ...merchant, callbackEndpoints: { version: 2, list: both } }, {});
    world.table.put({ ...stored("evt_2"), ...deliveryKey("evt_2", second), endpointId: second }, {});
    answer(200);
    expect(await deliver("evt_other", endpointIdOf("mer_2"))).toEqual({ kind: "done" });
    expect(await deliver("evt_2", second)).toEqual({ kind: "done" });
    expect(world.posts.size).toBe(3);
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
    expect(await Promise.all(waits)).toEqual([{ kind: "later", seconds: 31 }]);
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

  it("the pause goes on where the probe times out too, and the others wait as long again as they have", async () => {
    await deliver("evt_2");
    expect(await deliver("evt_3")).toEqual({ kind: "later", seconds: 30 });
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

  it.each<[string, () => void]>([
    [
      "cannot be prepared",
      () => {
        let reads = 0;
        world.onRead = () => {
          if (++reads > 2) throw new Error("The ledger is away.");
        };
      },
    ],
    ["needs no post", () => world.changeEndpoint("mer_1", { disabled: true })],
    [
      "has nothing that can be posted",
      () => world.table.put({ ...world.eventOf("evt_2"), ...eventKey("evt_2"), body: Buffer.of(1) }, {}),
    ],
    [
      "took so long that it is not posted any more",
      () => {
        let reads = 0;
        world.onRead = () => {
          if (++reads === 3) world.now += 11 * SECOND_MS;
        };
      },
    ],
  ])("what %s is not the probe", async (_, prepare) => {
    const before = world.table.peek(PAUSE);
    prepare();
    await deliver("evt_2").catch(() => undefined);
    world.onRead = () => {};
    expect(world.table.peek(PAUSE)).toEqual(before);
  });

  it("a probe that took long to prepare keeps the others away while its post hangs", async () => {
    let reads = 0;
    world.onRead = () => {
      if (++reads === 3) world.now += 9 * SECOND_MS;
    };
    hang(() => {
      expect(world.table.peek(PAUSE)).toMatchObject({ until: world.now + 20 * SECOND_MS });
    });
    await deliver("evt_2");
    world.onRead = () => {};
    expect(world.posts.get("evt_2")).toBe(1);
    expect.assertions(2);
  });

  it("a pause that nobody has looked at for two minutes is over", async () => {
    world.now += 2 * MINUTE_MS;
    await deliver("evt_2");
    expect(world.table.peek(PAUSE)).toMatchObject({ since: world.now });
  });
});

describe("through a long outage", () => {
  /** The pause has lasted so long, and its next probe is not due. */
  const pausedFor = (ms: number) => {
    const until = world.now + SECOND_MS;
    world.table.put({ ...PAUSE, since: world.now - ms, until, expiresAt: Math.ceil(until / 1000) + 120 }, {});
  };
  const PAUSED = "paused: the endpoint does not respond, and another event is trying it";

  it("an attempt waits for two minutes at most, and then fails without a post", async () => {
    pausedFor(2 * MINUTE_MS - 5 * SECOND_MS);
    expect(await deliver("evt_1")).toEqual({ kind: "later", seconds: 5 });
    expect(stored("evt_1").attempts).toBe(0);
    world.now += 5 * SECOND_MS;
    pausedFor(2 * MINUTE_MS);
    expect(await deliver("evt_1")).toEqual({ kind: "later", seconds: 30 });
    expect(stored("evt_1").log).toEqual([
      {
        ...{ deliveryRound: 1, attempt: 1, at: world.now, milliseconds: 0, error: PAUSED },
        nextAttemptAt: world.now + 30 * SECOND_MS,
      },
    ]);
    expect(world.posts.size).toBe(0);
  });

  it("an attempt that fell due two minutes ago fails too, where the endpoint has answered in between", async () => {
    const dueSince = world.now - 2 * MINUTE_MS;
    world.table.put({ ...stored("evt_1"), attempts: 2, nextAttemptAt: dueSince }, {});
    pausedFor(SECOND_MS);
    await deliver("evt_1");
    expect(stored("evt_1")).toMatchObject({ attempts: 3, log: [{ attempt: 3, error: PAUSED }] });
    world.table.put({ ...stored("evt_2"), roundStartedAt: dueSince }, {});
    await deliver("evt_2");
    expect(stored("evt_2")).toMatchObject({ attempts: 1, log: [{ error: PAUSED }] });
  });

  it("the eighth such attempt ends in a dead letter", async () => {
    world.table.put({ ...stored("evt_1"), attempts: 7 }, {});
    pausedFor(2 * MINUTE_MS);
    expect(await deliver("evt_1")).toEqual({ kind: "done" });
    expect(stored("evt_1")).toMatchObject({ delivery: "dead", attempts: 8, deadLetteredAt: world.now });
    expect(world.posts.size).toBe(0);
  });

  it("what need not be sent ends as it would without the pause", async () => {
    world.changeEndpoint("mer_1", { disabled: true });
    pausedFor(2 * MINUTE_MS);
    await deliver("evt_1");
    expect(stored("evt_1")).toMatchObject({ delivery: "held", attempts: 0, log: [] });
  });
});
