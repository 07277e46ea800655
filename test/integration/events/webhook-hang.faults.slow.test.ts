import { beforeAll, describe, expect, it } from "vitest";
import { watchDeadlines } from "../../support/deadlines.ts";
import { forgetOpenWork, isOpen, later, MINUTE_MS, sweepUntil } from "../../support/open-work.ts";
import { AWS_TRIES } from "../../support/sdk-tries.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { intentFetch, queueBatch } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const statusOf = async (id: unknown) => (await service.api.get(id)).json.status;

describe("61: a processor that hangs while its webhooks come", () => {
  async function refundedEvent() {
    const id = await service.paid(1000);
    const { processorPaymentIntentId: intentId } = (await service.api.get(id)).json;
    const options = { stripeAccount: service.accountId };
    await service.stripe.refunds.create({ payment_intent: String(intentId), amount: 400 }, options);
    const event = (await service.eventsOf(intentId)).find(({ type }) => type === "charge.refunded");
    if (!event) throw new Error("no event");
    return { id, event };
  }
  const HANG = { kind: "hang" } as const;
  /** A call of its own may take 8 s, and all calls for a webhook 2 s together. */
  const ABOUT_TWO_SECONDS = expect.toSatisfy((asked: number[]) =>
    asked.some((ms) => ms > 1_000 && ms <= 2_000),
  );

  it("holds the webhook for two seconds, and the event is applied and sent by a visit within seconds", async () => {
    const { id, event } = await refundedEvent();
    service.processor.inject(intentFetch, HANG);
    const asked = watchDeadlines();
    expect((await service.webhook(event)).json).toEqual({ received: true, forwarded: false });
    expect(asked).toEqual(ABOUT_TWO_SECONDS);
    // No sweep runs here: the message alone brings the visit.
    await service.eventually(async () => (await statusOf(id)) === "partially_refunded");
    await service.eventually(async () => (await service.deliveryItem(event.id)).delivery === "delivered");
  });

  it("loses nothing where the queue is away as well: the event is on the due list", async () => {
    const { id, event } = await refundedEvent();
    service.processor.inject(intentFetch, HANG);
    service.sqs.inject(queueBatch, { kind: "drop_request" }, AWS_TRIES);
    expect((await service.webhook(event)).status).toBe(200);
    expect(await isOpen(service, `EVENT#${event.id}`)).toBe(true);
    later(3 * MINUTE_MS);
    await sweepUntil(service, async () => (await statusOf(id)) === "partially_refunded");
  });
});
