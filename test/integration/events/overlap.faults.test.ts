import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-schedule.ts";
import { changeEvent, newEventId, putEvents } from "../../support/events.ts";
import { DONE, invokeWith, KEPT } from "../../support/queue-functions.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { attemptClaim, deadLetterSend, heldMark } from "../../support/wire-calls.ts";

/**
 * Scenario 16, with attempts that really overlap: two functions are at one event, at the waits of a deployed service.
 * Time passes by moving the clock, so that a lease ends while its owner still lives.
 */
const service = useService({ muted: true });
const shop = useShop(service);

let eventId: string;
let waiting: ServerResponse[];
beforeEach(async () => {
  eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery: "pending" }]);
  waiting = [];
  shop.receiver.behave = (response) => waiting.push(response);
});

/** Longer than a lease and the wait after a first attempt. */
const LONG_MS = 100_000;
const later = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

const deliver = (deliveryRound = 1) => invokeWith(service, "delivery", { eventId, deliveryRound });
const event = () => service.eventItem(eventId);
const answer = (nth: number, status: number) => waiting[nth]?.writeHead(status).end();

/** Begins an attempt and leaves its callback unanswered. */
async function beginAttempt() {
  const nth = waiting.length + 1;
  const ended = deliver();
  await shop.receiver.until(nth);
  return { ended };
}

describe("two attempts at once", () => {
  it("two attempts at once that both found the event due make one callback", async () => {
    service.dynamodb.inject(attemptClaim, { kind: "hold_request" }, 2);
    const both = [deliver(), deliver()];
    await service.dynamodb.untilHeld(2);
    service.dynamodb.release();
    await shop.receiver.until(1);
    expect(await Promise.race(both)).toEqual(KEPT);
    expect(shop.receiver.received).toHaveLength(1);
    answer(0, 200);
    await Promise.all(both);
    expect(await event()).toMatchObject({ delivery: "delivered", attempts: 1 });
  });

  it("a slow one's failure leaves the newer one alone", async () => {
    const slow = await beginAttempt();
    later(LONG_MS);
    const newer = await beginAttempt();
    const before = await event();
    answer(0, 500);
    await slow.ended;
    expect(await event()).toEqual(before);
    answer(1, 200);
    expect(await newer.ended).toEqual(DONE);
    expect((await event()).delivery).toBe("delivered");
  });

  it("a slow one's success counts, and the newer one's failure does not take it back", async () => {
    const slow = await beginAttempt();
    later(LONG_MS);
    const newer = await beginAttempt();
    answer(0, 200);
    expect(await slow.ended).toEqual(DONE);
    expect((await event()).delivery).toBe("delivered");
    answer(1, 500);
    await newer.ended;
    expect((await event()).delivery).toBe("delivered");
    const shown = await shop.api.call("GET", `/v1/events/${eventId}`);
    expect(shown.json).toMatchObject({ delivery: "delivered", nextAttemptAt: null });
  });

  it("one that was about to begin waits when the one before it has just failed", async () => {
    const slow = await beginAttempt();
    later(LONG_MS);
    service.dynamodb.inject(attemptClaim, { kind: "hold_request" });
    const next = deliver();
    await service.dynamodb.untilHeld();
    waiting[0]?.writeHead(500, { "Retry-After": "60" }).end();
    await slow.ended;
    service.dynamodb.release();
    expect(await next).toEqual(KEPT);
    expect(shop.receiver.received).toHaveLength(1);
    expect(await event()).toMatchObject({ delivery: "pending", attempts: 1 });
  });

  it("one that lost the race for its attempt keeps its message: the winner may die", async () => {
    service.dynamodb.inject(attemptClaim, { kind: "hold_request" });
    const late = deliver();
    await service.dynamodb.untilHeld();
    await changeEvent(service, eventId, { attempts: 1 });
    service.dynamodb.release();
    expect(await late).toEqual(KEPT);
    expect(shop.receiver.received).toEqual([]);
  });
});

it("a delivered event is not held, though a function was about to because the endpoint is disabled", async () => {
  const slow = await beginAttempt();
  later(LONG_MS);
  await shop.api.call("POST", "/v1/callback-endpoint/disable");
  service.dynamodb.inject(heldMark, { kind: "hold_request" });
  const holding = deliver();
  await service.dynamodb.untilHeld();
  answer(0, 200);
  expect(await slow.ended).toEqual(DONE);
  service.dynamodb.release();
  expect(await holding).toEqual(DONE);
  expect((await event()).delivery).toBe("delivered");
});

describe("a new delivery round", () => {
  it("is not delivered by an attempt of the old one: it was asked for, and is sent", async () => {
    const old = await beginAttempt();
    const restart = { generation: 2, attempts: 0, leaseExpiresAt: undefined, nextAttemptAt: undefined };
    await changeEvent(service, eventId, restart);
    const sent = deliver(2);
    await shop.receiver.until(2);
    answer(0, 200);
    await old.ended;
    expect(await event()).toMatchObject({ delivery: "pending", generation: 2, attempts: 1 });
    answer(1, 200);
    expect(await sent).toEqual(DONE);
    expect((await event()).delivery).toBe("delivered");
  });

  it("a new delivery round that died as well is not noted as buried with the old one's letter", async () => {
    await changeEvent(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
    service.sqs.inject(deadLetterSend, { kind: "hold_request" });
    const last = await beginAttempt();
    answer(0, 500);
    await service.sqs.untilHeld();
    await changeEvent(service, eventId, { generation: 2 });
    service.sqs.release();
    await last.ended;
    const died = await event();
    expect(died).toMatchObject({ delivery: "dead", generation: 2 });
    expect(died.deadLetteredAt).toBeUndefined();
  });
});

describe("the last attempt", () => {
  it("is not given up while it may still succeed: its lease is longer than a callback can take", async () => {
    await changeEvent(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
    const last = await beginAttempt();
    later(12_000);
    expect(await deliver()).toEqual(KEPT);
    expect((await event()).delivery).toBe("pending");
    answer(0, 200);
    expect(await last.ended).toEqual(DONE);
    expect((await event()).delivery).toBe("delivered");
  });
});
