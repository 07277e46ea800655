import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import { deliveryKey, dueAt } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* The conditions under which an attempt is claimed and recorded, each by itself. */
const world = new FakeWorld().enter();
const { claimAttempt, recordOutcome } = await import("../../../shared/ledger/attempts.ts");
const { markDeadLettered } = await import("../../../shared/ledger/dead-deliveries.ts");
const { startDeliveryRound } = await import("../../../shared/ledger/deliveries.ts");

const KEY = deliveryKey("evt_1", ENDPOINT_ID);
const stored = () => world.table.peek(KEY) as unknown as DeliveryRecord;
const set = (given: Record<string, unknown>) => world.change(KEY, given);

beforeEach(() => {
  world.isKilled = () => false;
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
});

const entry = () => ({ deliveryRound: 1, attempt: 3, at: world.now, milliseconds: 1, status: 500 });
const failed = () => ({ ...entry(), nextAttemptAt: world.now + 1 });

const claim = (event = stored(), token = "ours") =>
  claimAttempt(event, { token, now: world.now, nextAttemptAt: world.now + 60_000 });

describe("an attempt is claimed", () => {
  it("once, for longer than the function that makes it can live, and counts from then on", async () => {
    expect(await claim()).toMatchObject({
      kind: "claimed",
      delivery: {
        attempts: 1,
        attemptToken: "ours",
        leaseExpiresAt: world.now + 125_000,
        nextAttemptAt: world.now + 60_000,
      },
    });
    expect(await claim(stored(), "theirs")).toEqual({ kind: "taken" });
  });

  it("37: by us, where our own write is met again because its reply was lost", async () => {
    const read = stored();
    await claim(read);
    expect(await claim(read)).toMatchObject({ kind: "claimed", delivery: { attempts: 1 } });
  });

  it("not by a function that has read it before another attempt", async () => {
    const read = stored();
    set({ attempts: 1 });
    expect((await claim(read)).kind).toBe("taken");
  });

  it.each(["leaseExpiresAt", "nextAttemptAt"])("not before its %s, and from then on", async (name) => {
    set({ [name]: world.now + 1 });
    expect((await claim()).kind).toBe("taken");
    set({ [name]: world.now });
    expect((await claim()).kind).toBe("claimed");
  });

  it("an eighth time, and no ninth time", async () => {
    set({ attempts: 7 });
    expect((await claim()).kind).toBe("claimed");
    world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
    set({ attempts: 8 });
    expect((await claim()).kind).toBe("taken");
  });

  it.each(["held", "dead", "delivered", "none"])("not of an event that is %s meanwhile", async (delivery) => {
    const read = stored();
    set({ delivery });
    expect((await claim(read)).kind).toBe("taken");
  });

  it("not of the deliveryRound before", async () => {
    const read = stored();
    set({ deliveryRound: read.deliveryRound + 1 });
    expect((await claim(read)).kind).toBe("taken");
  });
});

describe("a success that was overtaken", () => {
  const delivered = () => ({ kind: "delivered", entry: { ...entry(), status: 200 } }) as const;

  /** Before each of so many writes another attempt begins. */
  const overtake = (times: number) => {
    let left = times;
    world.isKilled = (call) => {
      if (call === "write" && left-- > 0) set({ attempts: stored().attempts + 1 });
      return false;
    };
  };

  it("by three attempts counts all the same", async () => {
    overtake(3);
    await recordOutcome(stored(), delivered());
    expect(stored()).toMatchObject({ delivery: "delivered", attempts: 3 });
  });

  it("four times in a row gives up, and leaves the event to the attempts that follow", async () => {
    overtake(4);
    await recordOutcome(stored(), delivered());
    expect(stored()).toMatchObject({ delivery: "pending", attempts: 4 });
  });

  it.each([{ deliveryRound: 2 }, { delivery: "dead" }])(
    "by what is %o says nothing of that, at once",
    async (now) => {
      const read = stored();
      set(now);
      const before = stored();
      let writes = 0;
      world.isKilled = (call) => call === "write" && ++writes > 1;
      await recordOutcome(read, delivered());
      expect(stored()).toEqual(before);
    },
  );
});

/** An attempt that is under way, of an event that is on the due list. */
async function underWay(given: Record<string, unknown> = {}): Promise<DeliveryRecord> {
  set({ ...dueAt(KEY, world.now), attempts: 2, ...given });
  const claimed = await claim();
  if (claimed.kind !== "claimed") throw new Error("The attempt was not claimed.");
  return claimed.delivery;
}

describe("an attempt's end", () => {
  it("is a success: the event is delivered, without an attempt, and off the due list", async () => {
    await recordOutcome(await underWay(), { kind: "delivered", entry: { ...entry(), status: 200 } });
    const event = stored();
    expect(event).toMatchObject({ delivery: "delivered", attempts: 3, log: [{ status: 200 }] });
    for (const gone of ["dueSort", "leaseExpiresAt", "nextAttemptAt", "attemptToken"])
      expect(event).not.toHaveProperty(gone);
  });

  it.each([
    ["in the queue after a short wait", 900_000, {}],
    ["on the due list after a long one", 900_001, dueAt(KEY, world.now + 900_001)],
  ])("is a failure: nobody is at it any more, and the next attempt waits %s", async (_, waitMs, due) => {
    const { leaseExpiresAt: __, attemptToken: ___, ...rest } = await underWay();
    const next = { ...entry(), nextAttemptAt: world.now + waitMs };
    await recordOutcome(stored(), { kind: "failed", entry: next });
    expect(stored()).toEqual({ ...rest, nextAttemptAt: world.now + waitMs, log: [next], ...due });
  });

  it("is the event's death, with and without a result", async () => {
    await recordOutcome(await underWay(), { kind: "dead", at: world.now, entry: entry() });
    expect(stored()).toMatchObject({
      delivery: "dead",
      diedAt: world.now,
      attempts: 3,
      log: [{ status: 500 }],
    });
    set({ delivery: "pending", log: [] });
    await recordOutcome(stored(), { kind: "dead", at: world.now });
    expect(stored()).toMatchObject({ delivery: "dead", log: [] });
  });

  it("is an endpoint that is switched off: the event is held, and no attempt is counted", async () => {
    set({ attempts: 2, leaseExpiresAt: world.now });
    await recordOutcome(stored(), { kind: "held", at: world.now });
    expect(stored()).toMatchObject({ delivery: "held", attempts: 2, dueSort: expect.any(String) });
    expect(stored()).not.toHaveProperty("leaseExpiresAt");
  });

  it("is that there is nothing to tell: the event has ended, and no attempt is counted", async () => {
    set({ ...dueAt(KEY, world.now), attempts: 2 });
    await recordOutcome(stored(), { kind: "none" });
    expect(stored()).toMatchObject({ delivery: "none", attempts: 2 });
    expect(stored()).not.toHaveProperty("dueSort");
  });

  it.each([
    ["another attempt has begun", { attempts: 4 }],
    ["it is delivered", { delivery: "delivered" }],
    ["it was sent again", { deliveryRound: 2 }],
  ])("changes nothing once %s", async (_, meanwhile) => {
    const event = await underWay();
    set(meanwhile);
    const before = stored();
    expect(await recordOutcome(event, { kind: "failed", entry: failed() })).toEqual(before);
    await recordOutcome(event, { kind: "dead", at: world.now });
    await recordOutcome(event, { kind: "held", at: world.now });
    await recordOutcome(event, { kind: "none" });
    expect(stored()).toEqual(before);
  });
});

describe("the dead letter of an event", () => {
  it("takes it off the due list", async () => {
    set({ ...dueAt(KEY, world.now), delivery: "dead" });
    await markDeadLettered(stored(), world.now);
    expect(stored().deadLetteredAt).toBe(world.now);
    expect(stored()).not.toHaveProperty("dueSort");
  });

  it.each([{ deliveryRound: 2 }, { delivery: "pending" }])(
    "is not noted on what is %o meanwhile",
    async (now) => {
      set({ delivery: "dead" });
      const event = stored();
      set(now);
      await markDeadLettered(event, world.now);
      expect(stored()).not.toHaveProperty("deadLetteredAt");
    },
  );
});

describe("an event is sent again", () => {
  const dead = () => set({ delivery: "dead", attempts: 8 });

  it("with eight fresh attempts in its next deliveryRound, and stays for fifteen days at least", async () => {
    dead();
    set({ expiresAt: 1 });
    await startDeliveryRound(stored(), world.now);
    expect(stored()).toMatchObject({
      delivery: "pending",
      deliveryRound: 2,
      attempts: 0,
      roundStartedAt: world.now,
      expiresAt: Math.floor(world.now / 1000) + 15 * 86_400,
    });
  });

  it.each([
    ["is being sent", { leaseExpiresAt: world.now + 1 }],
    ["was sent again meanwhile", { deliveryRound: 2, roundStartedAt: world.now - 1 }],
    ["was delivered meanwhile", { delivery: "delivered" }],
    ["was erased meanwhile", { erasedAt: world.now }],
  ])("not if it %s", async (_, meanwhile) => {
    dead();
    const read = stored();
    set(meanwhile);
    const before = stored();
    expect(await startDeliveryRound(read, world.now)).toBeUndefined();
    expect(stored()).toEqual(before);
  });

  it("once its attempt's lease has ended", async () => {
    dead();
    set({ leaseExpiresAt: world.now });
    expect(await startDeliveryRound(stored(), world.now)).toMatchObject({ deliveryRound: 2 });
  });
});

it("36: a log that fills up keeps the last attempts, however often the event is sent again", async () => {
  const log = Array.from({ length: 200 }, (_, nth) => ({ ...entry(), attempt: nth }));
  await recordOutcome({ ...stored(), log }, { kind: "delivered", entry: { ...entry(), attempt: 200 } });
  expect(stored().log.at(-1)?.attempt).toBe(200);
  expect(stored().log.length).toBeLessThan(100);
});
