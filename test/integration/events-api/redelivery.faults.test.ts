import { randomBytes } from "node:crypto";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import { clearDeadLetters } from "../../../shared/flows/callbacks/clear-dead-letters.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { queueBatch, queueDeletion, queueSend } from "../../support/wire-calls.ts";

/** Sending again while the queue is away, twice at once, or after a call died in the middle of it. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const redeliver = (eventId: string) => shop.api.call("POST", `/v1/events/${eventId}/redeliver`);

async function anEvent(delivery: "dead" | "pending" | "none"): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery }]);
  return eventId;
}

/** Within it the due list has sent what could not be sent at once. */
const HOUR_SECONDS = 3600;

describe("a single event", () => {
  it("a single event is accepted while the queue is away, and the due list sends it", async () => {
    const eventId = await anEvent("dead");
    service.sqs.inject(queueSend, { kind: "drop_request" }, AWS_TRIES);
    expect((await redeliver(eventId)).status).toBe(202);
    expect(service.sqs.spent).toBe(true);
    expect(await service.deliveryItem(eventId)).toMatchObject({ delivery: "pending", deliveryRound: 2 });
    await service.letPass(HOUR_SECONDS);
    expect((await service.deliveryItem(eventId)).delivery).toBe("delivered");
  });
});

it("a dead letter that cannot be put back is not removed", async () => {
  const eventId = await anEvent("pending");
  const sqs = new SQSClient({ endpoint: service.stack.sqsUrl });
  const QueueUrl = service.stack.queueUrlOf("dead-letters");
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify({ eventId, endpointId: shop.endpointId, deliveryRound: 1 }),
    }),
  );
  service.sqs.inject(queueBatch, { kind: "drop_request" }, AWS_TRIES);
  await expect(
    clearDeadLetters({ merchantId: shop.merchantId }, { at: Date.now(), random: randomBytes }),
  ).rejects.toThrow();
  expect(service.sqs.passed.filter(queueDeletion)).toEqual([]);
});
