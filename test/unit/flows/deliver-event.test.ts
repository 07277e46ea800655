import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import { deliveryKey, dueAt, eventKey, merchantKey, pack, pauseKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld, MINUTE_MS, PAYMENT_ID } from "../../support/fake-world.ts";

/* One message at a time: what becomes of it, and of its event, where another function was faster. */
const world = new FakeWorld().enter();
const counted = world.recordCounts();
const { deliverEvent } = await import("../../../shared/flows/callbacks/deliver-event.ts");
const { deliverAgain, releaseIfEnabled, visitDelivery } = await import(
  "../../../shared/flows/deliveries/finish-delivery.ts"
);
const { notesTaken, takingNotes } = await import("../../../shared/runtime/logger.ts");

const KEY = deliveryKey("evt_1", ENDPOINT_ID);
const stored = () => world.table.peek(KEY) as unknown as DeliveryRecord;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});
const setEvent = (given: Record<string, unknown>) =>
  world.table.put({ ...world.eventOf("evt_1"), ...eventKey("evt_1"), ...given }, {});

const deliver = (eventId = "evt_1") =>
  deliverEvent(
    { eventId, endpointId: ENDPOINT_ID, deliveryRound: 1 },
    {
      now: () => world.now,
      signatureSeconds: () => Math.floor(world.now / 1000),
      jitter: 0,
      token: "ours",
    },
  );

beforeEach(() => {
  world.isKilled = () => false;
  world.answer = () => ({ ok: true, milliseconds: 1, status: 200 });
  world.onPost = () => {};
  world.posts.clear();
  world.deadLetters.length = 0;
  world.callbacks.length = 0;
  world.table.expire(pauseKey("mer_1", ENDPOINT_ID));
  world.putMerchant("mer_1");
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
});

describe("an event that is given up", () => {
  beforeEach(() => set({ attempts: 8 }));

  it("20: is dead with one letter", async () => {
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({ delivery: "dead", deadLetteredAt: world.now });
    expect(world.deadLetters).toEqual(["evt_1"]);
  });

  it("has its letter also where that could not be sent at first", async () => {
    world.isQueueAway = true;
    await expect(deliver())
      .rejects.toThrow("away")
      .finally(() => {
        world.isQueueAway = false;
      });
    await deliver();
    expect(world.deadLetters).toEqual(["evt_1"]);
  });

  it("begins an outage of its endpoint, unless another of its events is dead by then", async () => {
    counted.length = 0;
    await deliver();
    expect(counted).toEqual(["DeadLetters", "EndpointOutages"]);
    world.now += MINUTE_MS;
    world.putEvent({ eventId: "evt_2", merchantId: "mer_1" }, { delivery: "pending", receivedAt: world.now });
    const key = deliveryKey("evt_2", ENDPOINT_ID);
    world.table.put({ ...world.table.peek(key), ...key, attempts: 8 }, {});
    await deliver("evt_2");
    expect(counted).toEqual(["DeadLetters", "EndpointOutages", "DeadLetters"]);
    world.table.expire(key);
  });

  it("35: has its letter also where the mark's own reply was lost", async () => {
    world.beforeWrite(1, () => set({ delivery: "dead" }));
    await deliver();
    expect(world.deadLetters).toEqual(["evt_1"]);
  });

  it.each([
    ["delivered by a slower attempt", { delivery: "delivered" }],
    ["sent again", { deliveryRound: 2 }],
    ["sent again, and dead again", { deliveryRound: 2, delivery: "dead" }],
    ["dead, with its letter", { delivery: "dead", deadLetteredAt: 1 }],
  ])("has no letter where it was %s meanwhile", async (_, meanwhile) => {
    world.beforeWrite(1, () => set(meanwhile));
    expect(await deliver()).toEqual({ kind: "done" });
    expect(world.deadLetters).toEqual([]);
    expect(stored()).toMatchObject(meanwhile);
  });
});

describe("an attempt", () => {
  it("26: is signed with the time at which it is made", async () => {
    const signatures: unknown[] = [];
    world.onPost = (headers) => signatures.push(headers["Svc-Signature"]);
    await deliver();
    expect(signatures).toEqual([expect.stringContaining(`t=${Math.floor(world.now / 1000)},`)]);
  });

  it("ends its message where the receiver accepts it", async () => {
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({
      delivery: "delivered",
      attempts: 1,
      log: [{ status: 200, attempt: 1 }],
    });
  });

  it("hides its message for a short wait after a failure, and for longer where the receiver wishes so", async () => {
    world.answer = () => ({ ok: false, milliseconds: 1, status: 500, error: "status_500" });
    expect(await deliver()).toEqual({ kind: "later", seconds: 30 });
    world.now += MINUTE_MS;
    world.answer = () => ({
      ok: false,
      milliseconds: 1,
      status: 503,
      retryAfterSeconds: 200,
      error: "status_503",
    });
    expect(await deliver()).toEqual({ kind: "later", seconds: 200 });
    expect(stored()).toMatchObject({ delivery: "pending", attempts: 2, nextAttemptAt: world.now + 200_000 });
  });

  it("lets its message go where the wait is long and the due list has the event, and only then", async () => {
    world.answer = () => ({ ok: false, milliseconds: 1, status: 500, error: "status_500" });
    set({ attempts: 4 });
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({
      attempts: 5,
      dueSort: dueAt(KEY, Number(stored().nextAttemptAt)).dueSort,
    });
    const until = Number(stored().nextAttemptAt);
    expect(await deliver()).toEqual({ kind: "done" });
    // The list would have it too late, or not at all.
    set(dueAt(KEY, until + 1));
    expect(await deliver()).toMatchObject({ kind: "later", seconds: (until - world.now) / 1000 });
    world.change(KEY, { dueSort: undefined, dueShard: undefined, dueStep: undefined });
    expect(await deliver()).toMatchObject({ kind: "later" });
  });

  it("is dead after the eighth failure", async () => {
    world.answer = () => ({ ok: false, milliseconds: 1, status: 500, error: "status_500" });
    set({ attempts: 7 });
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({ delivery: "dead", attempts: 8, log: [{ attempt: 8, status: 500 }] });
  });

  it("keeps its message for a second where another function makes it", async () => {
    world.beforeWrite(1, () =>
      set({ attemptToken: "theirs", leaseExpiresAt: world.now + MINUTE_MS, attempts: 1 }),
    );
    expect(await deliver()).toEqual({ kind: "later", seconds: 1 });
    expect(world.posts.size).toBe(0);
  });

  it("is not claimed where it cannot be prepared", async () => {
    const before = stored();
    let reads = 0;
    world.onRead = () => {
      if (++reads > 2) throw new Error("The ledger is away.");
    };
    await expect(deliver()).rejects.toThrow("away");
    world.onRead = () => {};
    expect(stored()).toEqual(before);
  });
});

describe("an attempt whose function was frozen after it has read the endpoint", () => {
  const frozenAt = (place: "read" | "write", nth: number, ms: number) => {
    let calls = 0;
    world.isKilled = (call) => {
      if (call === place && ++calls === nth) world.now += ms;
      return false;
    };
  };

  it("is not sent and does not count where it is not claimed yet: its last attempt is still to come", async () => {
    set({ attempts: 7 });
    const before = stored();
    frozenAt("read", 3, 10_001);
    expect(await deliver()).toEqual({ kind: "later", seconds: 1 });
    expect(stored()).toEqual(before);
    world.isKilled = () => false;
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({ delivery: "delivered", attempts: 8 });
  });

  it("is repeated and not sent where it was frozen before it is claimed", async () => {
    frozenAt("write", 1, 10_001);
    expect(await deliver()).toMatchObject({ kind: "later" });
    expect(world.posts.size).toBe(0);
    expect(stored()).toMatchObject({
      ...{ delivery: "pending", attempts: 1 },
      log: [{ attempt: 1, milliseconds: 0, error: "too_late" }],
    });
  });

  it("is sent where that took ten seconds at most", async () => {
    frozenAt("write", 1, 10_000);
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({ delivery: "delivered" });
  });
});

it("an attempt whose event's stored bytes are damaged fails, with an entry that says why and that nothing was posted", async () => {
  setEvent({ body: new Uint8Array([1, 2, 3]) });
  set({ attempts: 2 });
  counted.length = 0;
  expect(await deliver()).toMatchObject({ kind: "later" });
  const reason = { deliveryRound: 1, attempt: 3, at: world.now, milliseconds: 0, error: "damaged_record" };
  expect(stored()).toMatchObject({ delivery: "pending", attempts: 3, log: [reason] });
  expect(world.posts.size).toBe(0);
  expect(counted).toEqual(["EventsNotUnderstood", "DeliveryAttempts", "DeliveryFailures"]);
});

it("an attempt whose subject is not in the ledger fails without a post, and takes no time", async () => {
  world.changeEndpoint("mer_1", { payload: "service" });
  const told = { id: "evt_1", type: "payment_intent.succeeded", created: 1, data: { object: {} } };
  setEvent({ svcPaymentId: `svcpay_${"1".repeat(32)}`, body: pack(JSON.stringify(told)) });
  expect(await deliver()).toMatchObject({ kind: "later" });
  expect(stored().log).toMatchObject([{ attempt: 1, milliseconds: 0, error: "subject_missing" }]);
  expect(world.posts.size).toBe(0);
});

describe("under the service payload", () => {
  const svcPaymentId = PAYMENT_ID;
  let sent: { headers: Record<string, string>; body: Uint8Array }[] = [];
  const _order = {
    ...{ connectedAccountId: "acct_1", amountCents: 1000, applicationFeeCents: 0, currency: "usd" },
  };

  beforeEach(() => {
    sent = [];
    world.onPost = (headers, body) => sent.push({ headers, body });
    world.putPayment({ version: 7 });
    const told = { id: "evt_1", type: "payment_intent.succeeded", created: 1, data: { object: {} } };
    setEvent({ svcPaymentId, body: pack(JSON.stringify(told)) });
  });
  const choose = (payload: string) => world.changeEndpoint("mer_1", { payload });

  it("a callback says so in its headers, and its log keeps which version of what body was sent", async () => {
    choose("service");
    await deliver();
    const [{ headers, body }] = sent as [(typeof sent)[0]];
    expect(headers).toMatchObject({
      ...{ "Svc-Payload": "service", "Svc-Payment-Id": svcPaymentId, "Svc-Attempt": "1" },
      "Svc-Event-Type": "payment.succeeded",
    });
    const bodySha256 = createHash("sha256").update(body).digest("hex");
    expect(stored().log).toMatchObject([{ payload: "service", version: 7, bodySha256 }]);
  });

  it("the processor's bytes, which are the event's own, are neither marked in the headers nor noted in the log", async () => {
    await deliver();
    expect(sent[0]?.headers).not.toHaveProperty("Svc-Payload");
    expect(sent[0]?.headers).toMatchObject({ "Svc-Event-Type": "payment_intent.succeeded" });
    const [attempt] = stored().log;
    for (const name of ["payload", "version", "bodySha256"]) expect(attempt).not.toHaveProperty(name);
  });

  it("an event that it has no words for ends without a post, and no attempt is counted", async () => {
    choose("service");
    setEvent({ svcPaymentId: undefined });
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({ delivery: "none", attempts: 0 });
    expect(sent).toEqual([]);
  });
});

it("a callback about no payment has no header that names one, and every other", async () => {
  let headers: Record<string, string> = {};
  world.onPost = (given) => {
    headers = given;
  };
  await deliver();
  const seconds = String(Math.floor(world.now / 1000));
  expect(headers).toEqual({
    "Content-Type": "application/json",
    "Svc-Signature": expect.stringMatching(new RegExp(`^t=${seconds},v1=[0-9a-f]{64}$`)),
    "Svc-Event-Type": "payment_intent.succeeded",
    "Svc-Event-Id": "evt_1",
    "Svc-Attempt": "1",
    "webhook-id": "evt_1",
    "webhook-timestamp": seconds,
    "webhook-signature": expect.stringMatching(/^v1,/),
  });
});

it("a short wait is spent in the queue, also where the due list has the event by then", async () => {
  set({ nextAttemptAt: world.now + 1000, ...dueAt(KEY, world.now + 1000) });
  expect(await deliver()).toEqual({ kind: "later", seconds: 1 });
  expect(world.posts.size).toBe(0);
});

it("an attempt that fails after the next one's time has come brings its message back at once", async () => {
  world.answer = () => {
    world.now += MINUTE_MS;
    return { ok: false, milliseconds: MINUTE_MS, error: "timeout" };
  };
  expect(await deliver()).toEqual({ kind: "later", seconds: 0 });
});

it("the log names why a post failed by the first word alone: a URL, which may hold a secret, can follow it", async () => {
  world.answer = () => ({ ok: false, milliseconds: 1, error: "redirect:https://shop.example/?token=secret" });
  const noted = () =>
    takingNotes(async () => {
      await deliver();
      return notesTaken();
    });
  expect(await noted()).toMatchObject({ outcome: "failed", attempt: 1, causeCode: "redirect" });
  world.answer = () => ({ ok: true, milliseconds: 1, status: 200 });
  world.now += 60 * MINUTE_MS;
  const about = { eventId: stored().eventId, endpointId: ENDPOINT_ID, merchantId: "mer_1" };
  expect(await noted()).toMatchObject({ outcome: "delivered", attempt: 2, ...about });
});

it("every attempt is counted, and every failure beside it", async () => {
  counted.length = 0;
  world.answer = () => ({ ok: false, milliseconds: 1, status: 500, error: "status_500" });
  await deliver();
  expect(counted).toEqual(["DeliveryAttempts", "DeliveryFailures"]);
  counted.length = 0;
  world.answer = () => ({ ok: true, milliseconds: 1, status: 200 });
  world.now += 60 * MINUTE_MS;
  await deliver();
  expect(counted).toEqual(["DeliveryAttempts"]);
});

describe("an event of an endpoint that is switched off", () => {
  const setDisabled = (disabled: boolean) => world.changeEndpoint("mer_1", { disabled });

  it("is held, and no attempt is counted", async () => {
    setDisabled(true);
    expect(await deliver()).toEqual({ kind: "done" });
    expect(stored()).toMatchObject({ delivery: "held", attempts: 0 });
    expect(world.posts.size).toBe(0);
  });

  it("38: is sent where the endpoint was enabled in the moment in which it was held", async () => {
    setDisabled(true);
    world.beforeWrite(1, () => setDisabled(false));
    await deliver();
    expect(stored()).toMatchObject({ delivery: "pending", deliveryRound: 2 });
    expect(world.callbacks).toMatchObject([{ eventId: "evt_1", deliveryRound: 2 }]);
  });

  it("is sent by a visit where the function died after it was held", async () => {
    setDisabled(true);
    await deliver();
    expect(stored()).toMatchObject({ delivery: "held", dueSort: expect.any(String) });
    setDisabled(false);
    await visitDelivery(stored(), world.now);
    expect(stored()).toMatchObject({ delivery: "pending", deliveryRound: 2 });
  });

  it("is released only while it is held, and only to an endpoint that is on", async () => {
    const release = () => releaseIfEnabled(stored(), world.now);
    for (const delivery of ["delivered", "dead", "none"]) {
      set({ delivery });
      await release();
      expect(stored()).toMatchObject({ delivery, deliveryRound: 1 });
    }
    set({ delivery: "held" });
    setDisabled(true);
    expect(await release()).toBe(false);
    expect(stored()).toMatchObject({ delivery: "held", deliveryRound: 1 });
    setDisabled(false);
    await release();
    expect(stored()).toMatchObject({ delivery: "pending", deliveryRound: 2 });
  });
});

it("what is for an endpoint that was deleted, or of an event that is gone or erased, ends without a post", async () => {
  const merchant = world.table.peek(merchantKey("mer_1")) ?? {};
  world.table.put({ ...merchant, ...merchantKey("mer_1"), callbackEndpoints: { version: 2, list: [] } }, {});
  await deliver();
  expect(stored()).toMatchObject({ delivery: "none", attempts: 0 });
  expect(stored().dueSort).toBeUndefined();
  world.putMerchant("mer_1");
  for (const take of [() => setEvent({ erasedAt: 1 }), () => world.table.expire(eventKey("evt_1"))]) {
    set({ delivery: "pending" });
    take();
    await deliver();
    expect(stored()).toMatchObject({ delivery: "none" });
  }
  expect(world.posts.size).toBe(0);
});

it("an event is sent again once: a second call that has read the same is too late", async () => {
  set({ delivery: "dead" });
  const read = stored();
  expect(await deliverAgain(read, world.now)).toBe(true);
  world.now += 1;
  expect(await deliverAgain(read, world.now)).toBe(false);
  expect(world.callbacks).toHaveLength(1);
});

it("a message of an event that is gone, or of another deliveryRound, has served", async () => {
  set({ deliveryRound: 2 });
  expect(await deliver()).toEqual({ kind: "done" });
  world.table.expire(KEY);
  expect(await deliver()).toEqual({ kind: "done" });
  expect(world.posts.size).toBe(0);
});
