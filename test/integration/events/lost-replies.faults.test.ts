import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-schedule.ts";
import { KEPT_ATTEMPTS } from "../../../shared/domain/events/event.ts";
import { claimAttempt, recordOutcome } from "../../../shared/ledger/attempts.ts";
import type { AttemptRecord, EventRecord } from "../../../shared/ledger/event-record.ts";
import { pack } from "../../../shared/ledger/packed.ts";
import { timeSort } from "../../../shared/ledger/table.ts";
import { changeEvent, newEventId, putEvents } from "../../support/events.ts";
import { DONE, invokeWith, KEPT } from "../../support/queue-functions.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import {
  attemptClaim,
  type Call,
  deadLetterSend,
  deadMark,
  deliveredMark,
  failedMark,
  heldMark,
  merchantRead,
  redeliveryStart,
} from "../../support/wire-calls.ts";

/** A delivery whose writes are applied and their replies lost, that dies half-way, or whose record is full. */
const service = useService({ muted: true });
const shop = useShop(service);

let eventId: string;
beforeEach(async () => {
  eventId = await put({});
});

async function put(given: Partial<EventRecord>, made = newEventId()): Promise<string> {
  await putEvents(service, [{ eventId: made, merchantId: shop.merchantId, delivery: "pending", ...given }]);
  return made;
}

const deliver = (id = eventId, deliveryRound = 1) =>
  invokeWith(service, "delivery", { eventId: id, deliveryRound });
const event = async (id = eventId) => (await service.eventItem(id)) as unknown as EventRecord;
/** Only the event's own: when the clock jumps, messages of earlier tests may come to their end too. */
const letters = (id = eventId) =>
  service.sqs.passed.filter((passing) => deadLetterSend(passing) && passing.body.includes(id));
/** Of this test's merchant: deliveries of earlier tests may still be under way. */
const ownMerchantRead: Call = (passing) => merchantRead(passing) && passing.body.includes(shop.merchantId);
const refuse = () => {
  shop.receiver.behave = (response) => response.writeHead(500).end("no");
};

describe("applied, and the reply lost:", () => {
  it("37: the claim of an attempt is known as our own, and the callback is posted", async () => {
    service.dynamodb.inject(attemptClaim, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect(shop.receiver.received.map(({ headers }) => headers["svc-attempt"])).toEqual(["1"]);
    expect(await event()).toMatchObject({ delivery: "delivered", attempts: 1 });
  });

  it("37: so is the claim of the eighth, which may still succeed", async () => {
    await changeEvent(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
    service.dynamodb.inject(attemptClaim, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect((await event()).delivery).toBe("delivered");
    expect(letters()).toEqual([]);
  });

  it("35: an event is marked dead: its letter is sent, and noted", async () => {
    await changeEvent(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
    refuse();
    service.dynamodb.inject(deadMark, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect(await event()).toMatchObject({ delivery: "dead", deadLetteredAt: expect.any(Number) });
    expect(letters()).toHaveLength(1);
  });

  it("a failure is in the log once", async () => {
    refuse();
    service.dynamodb.inject(failedMark, { kind: "drop_reply" });
    await deliver();
    expect((await event()).log).toMatchObject([{ attempt: 1, status: 500, answer: "no" }]);
  });

  it("a success is in the log once", async () => {
    service.dynamodb.inject(deliveredMark, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect((await event()).log).toMatchObject([{ attempt: 1, status: 200 }]);
  });

  it("an event is sent again: the redelivery is answered as what it is, done", async () => {
    await changeEvent(service, eventId, { delivery: "dead", attempts: MAX_ATTEMPTS, finishedAt: Date.now() });
    service.dynamodb.inject(redeliveryStart, { kind: "drop_reply" });
    const { status } = await shop.api.call("POST", `/v1/events/${eventId}/redeliver`);
    expect(status).toBe(202);
    // Until its message has been worked off: it would be met by the next test.
    await service.eventually(async () => (await event()).delivery === "delivered");
    expect((await event()).generation).toBe(2);
  });

  it("an event is marked held: it is held, and no attempt is counted", async () => {
    await shop.api.call("POST", "/v1/callback-endpoint/disable");
    service.dynamodb.inject(heldMark, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect(await event()).toMatchObject({ delivery: "held", attempts: 0 });
    expect(shop.receiver.received).toEqual([]);
  });
});

it("an attempt for which the endpoint could not be read is not counted", async () => {
  service.dynamodb.inject(ownMerchantRead, { kind: "drop_request" }, AWS_TRIES);
  expect(await deliver()).toEqual(KEPT);
  const left = await event();
  expect(left).toMatchObject({ delivery: "pending", attempts: 0 });
  expect([left.leaseExpiresAt, left.nextAttemptAt]).toEqual([undefined, undefined]);
  expect(await deliver()).toEqual(DONE);
  expect(shop.receiver.received.map(({ headers }) => headers["svc-attempt"])).toEqual(["1"]);
});

it("such an attempt leaves the event as due as it was, also where its next wait would be parked", async () => {
  const due = { dueShard: "DUE#0", dueSort: timeSort(Date.now() - 1_000, eventId), dueStep: 1 };
  await changeEvent(service, eventId, { attempts: 6, ...due });
  service.dynamodb.inject(ownMerchantRead, { kind: "drop_request" }, AWS_TRIES);
  expect(await deliver()).toEqual(KEPT);
  expect(await event()).toMatchObject({ attempts: 6, ...due });
});

it("16: an attempt that is given back twice, the second time after it was made, stays made", async () => {
  const before = await event();
  const now = Date.now();
  const claimed = await claimAttempt(before, { token: "one", now, nextAttemptAt: now });
  if (claimed.kind === "taken") throw new Error("nobody else is there");
  await recordOutcome(claimed.event, { kind: "given_back", before });
  const again = await claimAttempt(await event(), { token: "other", now, nextAttemptAt: now });
  if (again.kind === "taken") throw new Error("it was given back");
  const entry = { generation: 1, attempt: 1, at: now, milliseconds: 1, nextAttemptAt: now + 30_000 };
  await recordOutcome(again.event, { kind: "failed", entry });
  // The SDK repeats a write whose reply was lost.
  await recordOutcome(claimed.event, { kind: "given_back", before });
  expect(await event()).toMatchObject({ attempts: 1, nextAttemptAt: now + 30_000 });
});

describe("36: a record that fills up", () => {
  const attempt = (nth: number): AttemptRecord => ({
    generation: 1,
    attempt: nth,
    at: nth,
    milliseconds: 1,
    status: 500,
    answer: "é".repeat(500),
  });

  it("keeps the last attempts, however often the event is sent again", async () => {
    const many = Array.from({ length: 100 }, (_, nth) => attempt(nth));
    await changeEvent(service, eventId, { log: many });
    refuse();
    await deliver();
    const { log } = await event();
    expect(log).toHaveLength(KEPT_ATTEMPTS);
    expect(log.slice(0, -1)).toEqual(many.slice(1 - KEPT_ATTEMPTS));
    expect(log.at(-1)).toMatchObject({ attempt: 1, answer: "no" });
  });

  /** So large that an attempt's claim still fits into the record, and its result does not. */
  const full = (made = newEventId()) => put({ body: pack(randomBytes(408_300), made) }, made);
  const largeAnswer = "x".repeat(1024);

  it("a record that has no room for a success is delivered all the same", async () => {
    shop.receiver.behave = (response) => response.writeHead(200).end(largeAnswer);
    const id = await full();
    expect(await deliver(id)).toEqual(DONE);
    expect(await event(id)).toMatchObject({ delivery: "delivered", log: [] });
    expect(shop.receiver.received).toHaveLength(1);
  });

  it("a record that has no room for failures gets eight of them, and a dead letter", async () => {
    shop.receiver.behave = (response) => response.writeHead(500).end(largeAnswer);
    const id = await full();
    for (let round = 1; round <= MAX_ATTEMPTS; round++) {
      await deliver(id);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    }
    expect(shop.receiver.received).toHaveLength(MAX_ATTEMPTS);
    expect((await event(id)).delivery).toBe("dead");
    expect(letters(id)).toHaveLength(1);
  });
});

describe("an event that is sent again", () => {
  const DAY_SECONDS = 86_400;
  const nowSeconds = () => Math.floor(Date.now() / 1000);

  it("lives for as long as its attempts and its dead letter need it", async () => {
    const id = await put({ delivery: "dead" });
    await changeEvent(service, id, { expiresAt: nowSeconds() + 60 });
    expect((await shop.api.call("POST", `/v1/events/${id}/redeliver`)).status).toBe(202);
    expect((await event(id)).expiresAt).toBeGreaterThanOrEqual(nowSeconds() + 15 * DAY_SECONDS - 60);
  });

  it("never lives shorter than before", async () => {
    const id = await put({ delivery: "dead" });
    const { expiresAt } = await event(id);
    expect((await shop.api.call("POST", `/v1/events/${id}/redeliver`)).status).toBe(202);
    expect((await event(id)).expiresAt).toBe(expiresAt);
  });
});
