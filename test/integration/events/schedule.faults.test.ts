import { describe, expect, it, vi } from "vitest";
import { MAX_ATTEMPTS } from "../../../shared/domain/events/callback-schedule.ts";
import { changeDelivery, newEventId, putEvents } from "../../support/events.ts";
import { forgetOpenWork, sweepUntil } from "../../support/open-work.ts";
import { DONE, invokeWith } from "../../support/queue-functions.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { deadLetterSend, queueBatch, queueSend } from "../../support/wire-calls.ts";

const counted = vi.hoisted(() => vi.fn());
vi.mock("../../../shared/runtime/metrics.ts", async (original) => ({
  ...(await original<object>()),
  count: counted,
  measure: () => {},
}));

/** When a callback is tried again, at the waits of a deployed service, and who hears of the last failure. */
const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const HOUR_MS = 3_600_000;
const deliver = (eventId: string) =>
  invokeWith(service, "delivery", { eventId, endpointId: shop.endpointId, deliveryRound: 1 });

async function aWaitingEvent(changes: Parameters<typeof changeDelivery>[2] = {}): Promise<string> {
  const eventId = newEventId();
  await putEvents(service, [{ eventId, merchantId: shop.merchantId, delivery: "pending" }]);
  await changeDelivery(service, eventId, changes);
  return eventId;
}

describe("a last attempt that died without a result", () => {
  it("is a dead letter as soon as its lease has ended, not after the wait for an attempt that will not come", async () => {
    const now = Date.now();
    const nextAttemptAt = now + 8 * HOUR_MS;
    const eventId = await aWaitingEvent({ attempts: MAX_ATTEMPTS, leaseExpiresAt: now - 1, nextAttemptAt });
    counted.mockClear();
    expect(await deliver(eventId)).toEqual(DONE);
    expect(await service.deliveryItem(eventId)).toMatchObject({
      delivery: "dead",
      deadLetteredAt: expect.any(Number),
    });
    expect(service.sqs.passed.filter(deadLetterSend)).toHaveLength(1);
    // The alarms listen to these.
    expect(counted.mock.calls).toEqual([["DeadLetters"], ["EndpointOutages"]]);
    expect(shop.receiver.received).toEqual([]);
  });
});

it("21: every message carries its merchant in its group, so that one merchant's backlog is its own", async () => {
  const { event } = await sell(service, shop);
  await service.webhook(event);
  const dying = await aWaitingEvent({ attempts: MAX_ATTEMPTS });
  await deliver(dying);
  expect((await shop.api.call("POST", `/v1/events/${dying}/redeliver`)).status).toBe(202);
  await service.eventually(async () => (await service.deliveryItem(dying)).delivery === "delivered");
  await changeDelivery(service, dying, { delivery: "dead" });
  const window = { since: new Date(Date.now() - HOUR_MS), until: new Date(Date.now() + HOUR_MS) };
  expect((await shop.api.call("POST", "/v1/events/recover", window)).status).toBe(202);
  await sweepUntil(service, async () => (await service.deliveryItem(dying)).deliveryRound === 3);
  await sweepUntil(service, async () =>
    service.sqs.passed.some((passing) => queueBatch(passing) && passing.body.includes(dying)),
  );

  const sent = service.sqs.passed.filter(queueSend).map(({ body }) => JSON.parse(body));
  const batched = service.sqs.passed.filter(queueBatch).flatMap(({ body }) => JSON.parse(body).Entries);
  expect(service.sqs.passed.some(deadLetterSend)).toBe(true);
  // Two, and those that a busy queue was sent again.
  expect(sent.length).toBeGreaterThanOrEqual(2);
  for (const { MessageGroupId } of [...sent, ...batched]) expect(MessageGroupId).toContain(shop.merchantId);
});
