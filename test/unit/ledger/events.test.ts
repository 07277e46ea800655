import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import type { DeliveryRecord, EventRecord, NewEvent } from "../../../shared/ledger/events.ts";
import { deliveryKey, dueAt, eventKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* How an event is recorded and finished, and a delivery made and sent again: each condition by itself. */
const world = new FakeWorld().enter();
const { createDelivery, finishEvent, recordEvent } = await import("../../../shared/ledger/events.ts");
const { startDeliveryRound, takeOffTheList } = await import("../../../shared/ledger/deliveries.ts");
const { findEvents, listEventsInWindow } = await import("../../../shared/ledger/event-lists.ts");

const KEY = eventKey("evt_1");
const stored = () => world.table.peek(KEY) as unknown as EventRecord;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});
const unfinish = () => world.change(KEY, { finishedAt: undefined });

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
    endpoints: [ENDPOINT_ID],
  });

  it("with its endpoints, for ninety days, and on the due list", async () => {
    expect(await recordEvent(newEvent())).toMatchObject({ written: true });
    expect(stored()).toMatchObject({
      endpoints: [ENDPOINT_ID],
      expiresAt: world.now / 1000 + 90 * 86_400,
      dueSort: expect.any(String),
    });
    expect(await recordEvent({ ...newEvent(), traceId: "again" })).toMatchObject({ written: false });
    expect(stored().traceId).toBe("trace");
  });

  it("after a freeze of half a minute at a new place in the feed, and not after a third freeze", async () => {
    const began = world.now;
    const freeze = (times: number, ms: number) => {
      let left = times;
      world.isKilled = () => {
        if (left-- > 0) world.now += ms;
        return false;
      };
    };
    freeze(1, 30_000);
    await recordEvent(newEvent());
    expect(stored().eventSort).toBe(`${began}#evt_1`);
    world.table.expire(KEY);
    world.now = began;
    freeze(2, 30_001);
    await recordEvent(newEvent());
    expect(stored().eventSort).toBe(`${began + 60_002}#evt_1`);
    world.table.expire(KEY);
    freeze(3, 30_001);
    await expect(recordEvent(newEvent())).rejects.toThrow();
    expect(stored()).toBeUndefined();
  });

  it("once, where the ledger itself fails", async () => {
    let writes = 0;
    world.isKilled = (call) => call === "write" && ++writes > 0;
    await expect(recordEvent(newEvent())).rejects.toThrow("died");
    expect(writes).toBe(1);
  });
});

describe("an event is finished", () => {
  const put = () => {
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now });
    unfinish();
    set(dueAt(KEY, world.now));
  };

  it("an event leaves the due list in the write that finishes it", async () => {
    put();
    let writes = 0;
    world.isKilled = (call) => call === "write" && ++writes > 1;
    await finishEvent(stored(), { ...DONE, refundedCents: 7, dispute: undefined });
    expect(stored()).toMatchObject({ applied: "applied", finishedAt: 5, refundedCents: 7 });
    for (const gone of ["dueSort", "dispute"]) expect(stored()).not.toHaveProperty(gone);
  });

  it("never where it is gone", async () => {
    const eventSort = `${world.now}#evt_1`;
    await finishEvent({ eventId: "evt_1", eventSort }, DONE);
    expect(stored()).toBeUndefined();
  });

  it.each<[string, Partial<EventRecord>]>([
    ["was finished by another worker", { finishedAt: 4, applied: "unchanged" }],
    ["got another endpoint", { endpoints: [ENDPOINT_ID, "ep_added"] }],
  ])("not by a worker that has read it before it %s", async (_, meanwhile) => {
    put();
    const read = stored();
    set({ ...meanwhile, eventSort: `${world.now + 1}#evt_1` });
    const standing = stored();
    await finishEvent(read, DONE);
    expect(stored()).toEqual(standing);
  });

  it.each([
    ["keeps its place while no reader can have seen it", 30_000, {}, false],
    ["takes a new place where a reader may have seen it unfinished", 30_001, {}, true],
    ["keeps its place where it was finished before", 3_600_000, { finishedAt: 4 }, false],
  ])("a finished event %s", async (_, ageMs, before, isMoved) => {
    put();
    const eventSort = `${world.now - ageMs}#evt_1`;
    set({ eventSort, ...before });
    await finishEvent(stored(), DONE);
    expect(stored().eventSort).toBe(isMoved ? `${world.now}#evt_1` : eventSort);
  });
});

describe("a delivery", () => {
  const PLACE = deliveryKey("evt_1", ENDPOINT_ID);
  const standing = () => world.table.peek(PLACE) as unknown as DeliveryRecord;
  const put = (delivery: DeliveryState) =>
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery, receivedAt: world.now });

  it("is made once, on the due list", async () => {
    put("none");
    world.table.expire(PLACE);
    expect(await createDelivery(stored(), ENDPOINT_ID, world.now)).toMatchObject({ written: true });
    expect(standing()).toMatchObject({
      ...{ delivery: "pending", deliveryRound: 1, attempts: 0, log: [], deliverySort: stored().eventSort },
      ...dueAt(PLACE, world.now + 120_000),
    });
    expect(await createDelivery(stored(), ENDPOINT_ID, world.now)).toMatchObject({ written: false });
  });

  it("a delivery that is sent again is dead no more, also for those who look for the dead", async () => {
    put("dead");
    const ended = { diedAt: 1, deadShard: "DEAD#0", deadSort: "sort", deadLetteredAt: 1 };
    world.table.put(
      { ...standing(), ...ended, leaseExpiresAt: 1, nextAttemptAt: 1, attemptToken: "token" },
      {},
    );
    const started = await startDeliveryRound(standing(), world.now);
    for (const gone of [...Object.keys(ended), "leaseExpiresAt", "nextAttemptAt", "attemptToken"])
      expect(started).not.toHaveProperty(gone);
  });

  const FIFTEEN_DAYS = 15 * 86_400;
  it.each([
    ["for fifteen days from now, where it would end sooner", FIFTEEN_DAYS - 1, FIFTEEN_DAYS],
    ["as long as before, where that is longer", FIFTEEN_DAYS + 1, FIFTEEN_DAYS + 1],
  ])("a delivery that is sent again stays, and keeps its event, %s", async (_, before, after) => {
    put("dead");
    const seconds = Math.floor(world.now / 1000);
    world.table.put({ ...standing(), expiresAt: seconds + before }, {});
    set({ expiresAt: seconds + before });
    await startDeliveryRound(standing(), seconds * 1000 + 999);
    expect([stored().expiresAt, standing().expiresAt]).toEqual([seconds + after, seconds + after]);
  });

  it.each(["pending", "dead"] as const)(
    "a delivery that was sent again, and is %s, stays on the due list, though a slow function read it as dead before",
    async (delivery) => {
      put("dead");
      const read = standing();
      await startDeliveryRound(read, world.now);
      world.table.put({ ...standing(), delivery }, {});
      await takeOffTheList(read);
      expect(standing()).toMatchObject({ delivery, deliveryRound: 2, dueSort: expect.any(String) });
    },
  );
});

it("the events of a window are those since its beginning and before its end, the newest first", async () => {
  const times = [1, 2, 3, 4].map((nth) => ({ eventId: `evt_${nth}`, receivedAt: world.now + nth }));
  for (const { eventId, receivedAt } of times)
    world.putEvent({ eventId, merchantId: "mer_1" }, { delivery: "none", receivedAt });
  const window = { merchantId: "mer_1", sinceMs: world.now + 2, untilMs: world.now + 4 };
  const { items } = await listEventsInWindow(window, 10);
  expect(items.map(({ eventId }) => eventId)).toEqual(["evt_3", "evt_2"]);
});

it("many events are found at once, each once, and none where none is asked for", async () => {
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now });
  expect([...(await findEvents(["evt_1", "evt_1", "evt_gone"])).keys()]).toEqual(["evt_1"]);
  expect((await findEvents([])).size).toBe(0);
});
