import { randomBytes } from "node:crypto";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import { clearDeadLetters } from "../../../shared/flows/callbacks/clear-dead-letters.ts";
import { changeEvent, newEventId, putEvents } from "../../support/events.ts";
import { expectProblem } from "../../support/expect-problem.ts";
import { forgetOpenWork, sweepUntil } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import {
  enqueuedMark,
  queueBatch,
  queueDeletion,
  queueSend,
  redeliveryStart,
} from "../../support/wire-calls.ts";

/** Sending again while the queue is away, twice at once, or after a call died in the middle of it. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const redeliver = (eventId: string) => shop.api.call("POST", `/v1/events/${eventId}/redeliver`);
const expectOnItsWay = async (reply: ReturnType<typeof redeliver>) =>
  expectProblem(await reply, 409, "Event not redeliverable");

async function anEvent(delivery: "dead" | "pending" | "delivered"): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery }]);
  return eventId;
}

/** One that a call was about to send when it died. */
async function anUnsentEvent(): Promise<string> {
  const eventId = await anEvent("pending");
  await changeEvent(service, eventId, { enqueuedAt: undefined });
  return eventId;
}

/** Within it the due list has sent what could not be sent at once. */
const HOUR_SECONDS = 3600;

describe("a single event", () => {
  it.each([
    ["dead", () => anEvent("dead"), 2],
    ["not enqueued", () => anUnsentEvent(), 1],
  ])(
    "a single event that is %s is accepted while the queue is away, and the due list sends it",
    async (_, make, deliveryRound) => {
      const eventId = await make();
      service.sqs.inject(queueSend, { kind: "drop_request" }, AWS_TRIES);
      expect((await redeliver(eventId)).status).toBe(202);
      expect(service.sqs.spent).toBe(true);
      expect(await service.eventItem(eventId)).toMatchObject({ delivery: "pending", deliveryRound });
      await service.letPass(HOUR_SECONDS);
      expect((await service.eventItem(eventId)).delivery).toBe("delivered");
    },
  );

  it("a single event that could not be written to the ledger is as dead as before, and nothing of it is sent", async () => {
    const eventId = await anEvent("dead");
    service.dynamodb.inject(redeliveryStart, { kind: "drop_request" }, AWS_TRIES);
    expectProblem(await redeliver(eventId), 503, "Service unavailable");
    expect(await service.eventItem(eventId)).toMatchObject({ delivery: "dead", deliveryRound: 1 });
    expect((await redeliver(eventId)).status).toBe(202);
  });

  it("a single event that was not enqueued, and is in another delivery round meanwhile, keeps that one's mark", async () => {
    const eventId = await anUnsentEvent();
    service.dynamodb.inject(enqueuedMark, { kind: "hold_request" });
    const slow = redeliver(eventId);
    await service.dynamodb.untilHeld();
    await changeEvent(service, eventId, { deliveryRound: 2, enqueuedAt: 4711 });
    service.dynamodb.release();
    await expectOnItsWay(slow);
    expect((await service.eventItem(eventId)).enqueuedAt).toBe(4711);
  });
});

it("a recovery sends what an interrupted call has not enqueued", async () => {
  const eventId = await anUnsentEvent();
  const window = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) };
  expect((await shop.api.call("POST", "/v1/events/recover", window)).status).toBe(202);
  await sweepUntil(service, async () => (await service.eventItem(eventId)).delivery === "delivered");
  expect(await service.eventItem(eventId)).toMatchObject({
    deliveryRound: 1,
    enqueuedAt: expect.any(Number),
  });
  expect(shop.receiver.received.map((received) => received.eventId)).toEqual([eventId]);
});

it("a dead letter that cannot be put back is not removed", async () => {
  const eventId = await anEvent("pending");
  const sqs = new SQSClient({ endpoint: service.stack.sqsUrl });
  const QueueUrl = service.stack.queueUrlOf("dead-letters");
  await sqs.send(
    new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ eventId, deliveryRound: 1 }) }),
  );
  service.sqs.inject(queueBatch, { kind: "drop_request" }, AWS_TRIES);
  await expect(
    clearDeadLetters({ merchantId: shop.merchantId }, { at: Date.now(), random: randomBytes }),
  ).rejects.toThrow();
  expect(service.sqs.passed.filter(queueDeletion)).toEqual([]);
});
