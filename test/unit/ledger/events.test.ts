import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EventRecord, NewEvent } from "../../../shared/ledger/event-record.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* How an event is recorded, finished, held and noted as queued: each condition by itself. */
const world = new FakeWorld();
world.enter();
const events = await import("../../../shared/ledger/events.ts");
const { releaseEvent, finishEvent, holdEvent, markEnqueued, recordEvent, startDeliveryRound } = events;
const { dueAt } = await import("../../../shared/ledger/due.ts");
const { findEvents } = await import("../../../shared/ledger/event-lists.ts");
const { takeOffTheList } = await import("../../../shared/ledger/event-writes.ts");

const KEY = eventKey("evt_1");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});
const unfinish = () => world.table.update(KEY, { UpdateExpression: "REMOVE finishedAt" });

const DONE = { applied: "applied", finishedAt: 5 } as const;

beforeEach(() => {
  world.table.expire(KEY);
  world.isKilled = () => false;
});

describe("an event is recorded", () => {
  const newEvent = (): NewEvent => ({
    eventId: "evt_1",
    type: "charge.refunded",
    merchantId: "mer_1",
    accountId: "acct_1",
    source: "webhook",
    traceId: "trace",
    rawBody: "{}",
    receivedAt: world.now,
    delivery: "pending",
  });

  it("in its first generation, without an attempt, for ninety days, and on the due list", async () => {
    expect(await recordEvent(newEvent())).toMatchObject({ written: true });
    expect(stored()).toMatchObject({
      generation: 1,
      attempts: 0,
      log: [],
      expiresAt: world.now / 1000 + 90 * 86_400,
      dueSort: expect.any(String),
    });
    expect(await recordEvent({ ...newEvent(), traceId: "again" })).toMatchObject({ written: false });
    expect(stored().traceId).toBe("trace");
  });

  it("after a freeze of half a minute at a new place in the feed, and not after a third freeze", async () => {
    const clock = vi.spyOn(Date, "now");
    let now = world.now;
    clock.mockImplementation(() => now);
    const freeze = (times: number, ms: number) => {
      let left = times;
      world.isKilled = () => {
        if (left-- > 0) now += ms;
        return false;
      };
    };
    freeze(1, 30_000);
    await recordEvent(newEvent());
    expect(stored().eventSort).toBe(`${world.now}#evt_1`);
    world.table.expire(KEY);
    now = world.now;
    freeze(2, 30_001);
    await recordEvent(newEvent());
    expect(stored().eventSort).toBe(`${world.now + 60_002}#evt_1`);
    world.table.expire(KEY);
    freeze(3, 30_001);
    await expect(recordEvent(newEvent())).rejects.toThrow();
    expect(stored()).toBeUndefined();
    clock.mockRestore();
  });

  it("once, where the ledger itself fails", async () => {
    let writes = 0;
    world.isKilled = (call) => call === "write" && ++writes > 0;
    await expect(recordEvent(newEvent())).rejects.toThrow("died");
    expect(writes).toBe(1);
  });
});

describe("an event is finished", () => {
  const put = (delivery: "none" | "pending" | "delivered") => {
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery, receivedAt: world.now });
    unfinish();
    set({ ...dueAt(KEY, world.now), ownerToken: "owner" });
  };

  it("without a callback: it leaves the due list in the same write", async () => {
    put("none");
    let writes = 0;
    world.isKilled = (call) => call === "write" && ++writes > 1;
    await finishEvent(stored(), { ...DONE, refundedCents: 7, dispute: undefined });
    expect(stored()).toMatchObject({ applied: "applied", finishedAt: 5, refundedCents: 7, delivery: "none" });
    for (const gone of ["dueSort", "ownerToken", "dispute"]) expect(stored()).not.toHaveProperty(gone);
  });

  it("without a callback, which a merchant has asked for meanwhile: it stays on the due list", async () => {
    put("none");
    const read = stored();
    set({ delivery: "pending" });
    await finishEvent(read, DONE);
    expect(stored()).toMatchObject({ finishedAt: 5, delivery: "pending", dueSort: expect.any(String) });
  });

  it("with a callback on its way: it stays on the due list until that has ended", async () => {
    put("pending");
    await finishEvent(stored(), DONE);
    expect(stored()).toMatchObject({ finishedAt: 5, dueSort: expect.any(String) });
  });

  it("with a callback that was delivered meanwhile: it stays, because it may have told what was true before", async () => {
    put("pending");
    const read = stored();
    set({ delivery: "delivered" });
    await finishEvent(read, DONE);
    expect(stored()).toMatchObject({ finishedAt: 5, delivery: "delivered", dueSort: expect.any(String) });
  });

  it("never where it is gone", async () => {
    const eventSort = `${world.now}#evt_1`;
    await finishEvent({ eventId: "evt_1", eventSort, delivery: "none" }, DONE);
    await finishEvent({ eventId: "evt_1", eventSort, delivery: "pending" }, DONE);
    expect(stored()).toBeUndefined();
  });

  it.each([
    ["keeps its place while no reader can have seen it", 30_000, {}, false],
    ["takes a new place where a reader may have seen it unfinished", 30_001, {}, true],
    ["keeps its place where it was finished before", 3_600_000, { finishedAt: 4 }, false],
  ])("a finished event %s", async (_, ageMs, before, isMoved) => {
    put("pending");
    const eventSort = `${world.now - ageMs}#evt_1`;
    set({ eventSort, ...before });
    const clock = vi.spyOn(Date, "now").mockReturnValue(world.now);
    await finishEvent(stored(), DONE);
    clock.mockRestore();
    expect(stored().eventSort).toBe(isMoved ? `${world.now}#evt_1` : eventSort);
  });
});

describe("an event whose call gives it up", () => {
  it.each([
    ["is anybody's", {}, false],
    ["stays another call's", { ownerToken: "theirs" }, true],
    ["stays as it is once it is finished", { finishedAt: 5 }, true],
  ])("%s", async (_, standing, isOwned) => {
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now });
    unfinish();
    set({ ownerToken: "ours", ...standing });
    await releaseEvent(stored(), "ours");
    expect("ownerToken" in stored()).toBe(isOwned);
  });
});

describe("an event that waits", () => {
  const put = () => {
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
    set({ ...dueAt(KEY, world.now), attempts: 3, nextAttemptAt: world.now + 1 });
  };

  it("is held where its endpoint was switched off, and leaves the due list", async () => {
    put();
    expect(await holdEvent(stored(), world.now)).toBe(true);
    expect(stored()).toMatchObject({ delivery: "held", attempts: 3 });
    for (const gone of ["dueSort", "nextAttemptAt"]) expect(stored()).not.toHaveProperty(gone);
  });

  it.each([{ attempts: 4 }, { delivery: "delivered" }, { generation: 2 }, { leaseExpiresAt: world.now + 1 }])(
    "is not held where it has %o meanwhile",
    async (meanwhile) => {
      put();
      const read = stored();
      set(meanwhile);
      expect(await holdEvent(read, world.now)).toBe(false);
      expect(stored().dueSort).toBeDefined();
    },
  );

  it("is noted as queued for a first look, or for the time at which it is sent", async () => {
    put();
    await markEnqueued(stored(), world.now);
    expect(stored()).toMatchObject({ enqueuedAt: world.now, ...dueAt(KEY, world.now + 120_000) });
    await markEnqueued(stored(), world.now, world.now + 7);
    expect(stored()).toMatchObject(dueAt(KEY, world.now + 7));
  });

  it("is not noted as queued once it has ended", async () => {
    put();
    const read = stored();
    set({ delivery: "delivered", enqueuedAt: 1 });
    expect(await markEnqueued(read, world.now)).toBeUndefined();
    expect(stored().enqueuedAt).toBe(1);
  });
});

it("an event that is sent again is dead no more, also for those who look for the dead", async () => {
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "dead", receivedAt: world.now });
  const ended = { diedAt: 1, deadShard: "DEAD#0", deadSort: "sort", deadLetteredAt: 1 };
  set({ ...ended, leaseExpiresAt: 1, nextAttemptAt: 1, attemptToken: "token" });
  const started = await startDeliveryRound(stored(), world.now);
  for (const gone of [...Object.keys(ended), "leaseExpiresAt", "nextAttemptAt", "attemptToken"])
    expect(started).not.toHaveProperty(gone);
});

it.each(["pending", "dead"])(
  "an event that was sent again, and is %s, stays on the due list, though a slow function read it as dead before",
  async (delivery) => {
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "dead", receivedAt: world.now });
    const read = stored();
    await startDeliveryRound(read, world.now);
    set({ delivery });
    await takeOffTheList(read);
    expect(stored()).toMatchObject({ delivery, generation: 2, dueSort: expect.any(String) });
  },
);

it("many events are found at once, each once, and none where none is asked for", async () => {
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now });
  expect([...(await findEvents(["evt_1", "evt_1", "evt_gone"])).keys()]).toEqual(["evt_1"]);
  expect((await findEvents([])).size).toBe(0);
});
