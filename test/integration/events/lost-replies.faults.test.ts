import { beforeEach, describe, expect, it } from "vitest";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-schedule.ts";
import { KEPT_ATTEMPTS } from "../../../shared/domain/events/event.ts";
import type { AttemptRecord, DeliveryRecord } from "../../../shared/ledger/event-record.ts";
import { changeDelivery, newEventId, putEvents } from "../../support/events.ts";
import { DONE, invokeWith, KEPT } from "../../support/queue-functions.ts";
import { useService, useShop } from "../../support/use-service.ts";
import {
  attemptClaim,
  deadLetterSend,
  deadMark,
  deliveredMark,
  failedMark,
  heldMark,
  redeliveryStart,
} from "../../support/wire-calls.ts";

/** A delivery whose writes are applied and their replies lost, that another one meets, or whose log is long. */
const service = useService({ muted: true });
const shop = useShop(service);

let eventId: string;
beforeEach(async () => {
  eventId = await put({});
});

async function put(given: Partial<DeliveryRecord>, made = newEventId()): Promise<string> {
  await putEvents(service, [{ eventId: made, merchantId: shop.merchantId, delivery: "pending", ...given }]);
  return made;
}

const deliver = (id = eventId, deliveryRound = 1) =>
  invokeWith(service, "delivery", { eventId: id, endpointId: shop.endpointId, deliveryRound });
const event = async (id = eventId) => (await service.deliveryItem(id)) as unknown as DeliveryRecord;
/** Only the event's own: when the clock jumps, messages of earlier tests may come to their end too. */
const letters = (id = eventId) =>
  service.sqs.passed.filter((passing) => deadLetterSend(passing) && passing.body.includes(id));
const reject = () => {
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
    await changeDelivery(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
    service.dynamodb.inject(attemptClaim, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect((await event()).delivery).toBe("delivered");
    expect(letters()).toEqual([]);
  });

  it("35: an event is marked dead: its letter is sent, and noted", async () => {
    await changeDelivery(service, eventId, { attempts: MAX_ATTEMPTS - 1 });
    reject();
    service.dynamodb.inject(deadMark, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect(await event()).toMatchObject({ delivery: "dead", deadLetteredAt: expect.any(Number) });
    expect(letters()).toHaveLength(1);
  });

  it("a failure is in the log once", async () => {
    reject();
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
    await changeDelivery(service, eventId, { delivery: "dead", attempts: MAX_ATTEMPTS });
    service.dynamodb.inject(redeliveryStart, { kind: "drop_reply" });
    const { status } = await shop.api.call("POST", `/v1/events/${eventId}/redeliver`);
    expect(status).toBe(202);
    // Until its message has been worked off: it would be met by the next test.
    await service.eventually(async () => (await event()).delivery === "delivered");
    expect((await event()).deliveryRound).toBe(2);
  });

  it("an event is marked held: it is held, and no attempt is counted", async () => {
    await shop.api.onEndpoint("disable");
    service.dynamodb.inject(heldMark, { kind: "drop_reply" });
    expect(await deliver()).toEqual(DONE);
    expect(await event()).toMatchObject({ delivery: "held", attempts: 0 });
    expect(shop.receiver.received).toEqual([]);
  });
});

it("16: two attempts at once that both found the event due make one callback", async () => {
  const answers: (() => void)[] = [];
  shop.receiver.behave = (response) => answers.push(() => response.writeHead(200).end());
  service.dynamodb.inject(attemptClaim, { kind: "hold_request" }, 2);
  const both = [deliver(), deliver()];
  await service.dynamodb.untilHeld(2);
  service.dynamodb.release();
  await shop.receiver.until(1);
  expect(await Promise.race(both)).toEqual(KEPT);
  expect(shop.receiver.received).toHaveLength(1);
  answers[0]?.();
  await Promise.all(both);
  expect(await event()).toMatchObject({ delivery: "delivered", attempts: 1 });
});

describe("36: a log that fills up", () => {
  const attempt = (nth: number): AttemptRecord => ({
    deliveryRound: 1,
    attempt: nth,
    at: nth,
    milliseconds: 1,
    status: 500,
    answer: "é".repeat(500),
  });

  it("keeps the last attempts, however often the event is sent again", async () => {
    const many = Array.from({ length: 100 }, (_, nth) => attempt(nth));
    await changeDelivery(service, eventId, { log: many });
    reject();
    await deliver();
    const { log } = await event();
    expect(log).toHaveLength(KEPT_ATTEMPTS);
    expect(log.slice(0, -1)).toEqual(many.slice(1 - KEPT_ATTEMPTS));
    expect(log.at(-1)).toMatchObject({ attempt: 1, answer: "no" });
  });
});
