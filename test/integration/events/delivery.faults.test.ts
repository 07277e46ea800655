import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { beforeAll, expect, it } from "vitest";
import { QUEUES } from "../../../infra/topology.ts";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { sell } from "../../support/shops.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { deliveredMark } from "../../support/wire-calls.ts";

/** Scenarios 16 and 19: the way out. Waits between attempts pass by the clock. */
const service = useService({ muted: true });
forgetOpenWork(service);
const receiver = useReceiver();
let endpointId: string;
beforeAll(async () => {
  await service.pointCallbacks(receiver.url);
  endpointId = String((await service.api.endpointPath()).split("/").at(-1));
});

const event = async (eventId: string) => (await service.deliveryItem(eventId)) as unknown as DeliveryRecord;
const callbacksOf = (eventId: string) => receiver.received.filter((callback) => callback.eventId === eventId);
const settled = (eventId: string, delivery: string) =>
  service.eventually(async () => (await event(eventId)).delivery === delivery);

/** Tells the service of a payment that was just paid; answers the event's id. */
async function tell(): Promise<string> {
  const { event } = await sell(service, service);
  await service.webhook(event);
  return event.id;
}

/** Invokes the delivery function as the poller would. */
const invoke = (...bodies: string[]): Promise<SQSBatchResponse> => {
  const handler = service.stack.handlers.get("delivery") as unknown as (
    event: SQSEvent,
  ) => Promise<SQSBatchResponse>;
  const Records = bodies.map((body, index) => ({ messageId: `m${index}`, receiptHandle: `r${index}`, body }));
  return handler({ Records } as unknown as SQSEvent);
};

const message = (eventId: string, deliveryRound = 1) =>
  JSON.stringify({ eventId, endpointId, deliveryRound });

it("16: a message that the queue delivers twice at once is posted once", async () => {
  receiver.behave = (response) => setTimeout(() => response.writeHead(200).end(), 200);
  const eventId = await tell();
  await receiver.until(1, (callback) => callback.eventId === eventId);
  await Promise.all([invoke(message(eventId)), invoke(message(eventId)), invoke(message(eventId))]);
  await settled(eventId, "delivered");
  expect(callbacksOf(eventId)).toHaveLength(1);
});

it("19: one poison message in a batch of ten fails alone", async () => {
  receiver.behave = () => {};
  const bodies = Array.from({ length: 9 }, (_, index) => message(`evt_none${index}`));
  const { batchItemFailures } = await invoke(...bodies, "poison");
  expect(batchItemFailures).toEqual([{ itemIdentifier: "m9" }]);
});

it("a result that could not be recorded costs its attempt and keeps to the lease", async () => {
  service.dynamodb.inject(deliveredMark, { kind: "drop_request" }, AWS_TRIES);
  const eventId = await tell();
  await service.eventually(async () => service.dynamodb.spent);
  expect(await event(eventId)).toMatchObject({ delivery: "pending", attempts: 1 });
  expect((await invoke(message(eventId))).batchItemFailures).toHaveLength(1);
  expect(callbacksOf(eventId)).toHaveLength(1);
  await service.letPass(QUEUES.callbacks.visibilitySeconds);
  expect((await event(eventId)).delivery).toBe("delivered");
  expect(callbacksOf(eventId).map(({ headers }) => headers["svc-attempt"])).toEqual(["1", "2"]);
});
