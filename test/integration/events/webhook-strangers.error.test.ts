import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { countedDuring } from "../../support/counted.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";

/** Scenario 43 and its relatives: events that this version cannot read, and events about what neither side knows. */
const service = useService({ muted: true });
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const IGNORED = { status: 200, json: { received: true, forwarded: false } };
const FORWARDED = { status: 200, json: { received: true, forwarded: true } };

type Event = {
  id: string;
  type: string;
  created: number;
  account?: string;
  livemode: boolean;
  data: { object: Record<string, unknown> };
};

const statusOf = async (id: unknown) => (await service.api.get(id)).json.status;
const newId = () => `evt_${randomUUID().replaceAll("-", "")}`;

/** A paid payment, and the event that tells of it, which the ledger has not heard yet. */
async function paid() {
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created);
  const events = await service.eventsOf(created.json.processorPaymentIntentId);
  const event = events.find(({ type }) => type === "payment_intent.succeeded");
  service.clearWires();
  return {
    id: created.json.svcPaymentId,
    intentId: String(created.json.processorPaymentIntentId),
    event: JSON.parse(JSON.stringify(event)) as Event,
  };
}

const withObject = (event: Event, changes: object): Event => ({
  ...event,
  id: newId(),
  data: { object: { ...event.data.object, ...changes } },
});

describe("43: an intent with a status of the future", () => {
  const FUTURE = { status: "requires_patience" };

  it.each([
    ["of a type that we do not follow", { type: "payment_intent.partially_funded" }],
    ["of an account that is not ours", { account: "acct_stranger", created: 1 }],
    ["of no account", { account: undefined }],
  ])("%s is acknowledged, and nothing is written", async (_, changes) => {
    const { event } = await paid();
    const stranger = { ...withObject(event, FUTURE), ...changes };
    expect(await service.webhook(stranger)).toMatchObject(IGNORED);
    expect(await service.eventItem(stranger.id)).toEqual({});
  });

  it("an intent with a status of the future of ours is recorded, forwarded, marked and counted; the payment follows what the processor says now", async () => {
    const { id, event } = await paid();
    const stranger = withObject(event, FUTURE);
    const counted = await countedDuring(async () =>
      expect(await service.webhook(stranger)).toMatchObject(FORWARDED),
    );
    expect(counted).toMatchObject({ EventsNotUnderstood: 1 });
    expect(await service.eventItem(stranger.id)).toMatchObject({
      svcPaymentId: id,
      applied: "not_understood",
    });
    const [callback] = await receiver.until(1, ({ eventId }) => eventId === stranger.id);
    expect(JSON.parse(String(callback?.rawBody))).toEqual(stranger);
    expect(await statusOf(id)).toBe("succeeded");
  });
});

describe("43: an event with a shape of the future", () => {
  it.each([
    ["another kind of object", { object: "payment_intent_v3" }],
    ["an intent without an id", { id: undefined }],
    ["an intent whose amount is a text", { amount: "10.00" }],
    ["an intent without a status", { status: undefined }],
    ["an intent with metadata that is no map", { metadata: "svcPaymentId=1" }],
    ["an intent without metadata", { metadata: null }],
  ])("%s: recorded and forwarded", async (_, changes) => {
    const { event } = await paid();
    const stranger = withObject(event, changes);
    expect(await service.webhook(stranger)).toMatchObject(FORWARDED);
    expect(await service.eventItem(stranger.id)).toMatchObject({ finishedAt: expect.any(Number) });
    await receiver.until(1, ({ eventId }) => eventId === stranger.id);
  });
});

it("payment_intent.requires_action moves the payment and is not forwarded", async () => {
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created, "pm_card_authenticationRequired");
  const events = await service.eventsOf(created.json.processorPaymentIntentId);
  const event = events.find(({ type }) => type === "payment_intent.requires_action");
  expect(event).toBeDefined();
  expect(await service.webhook(event)).toMatchObject(IGNORED);
  expect(await statusOf(created.json.svcPaymentId)).toBe("requires_action");
  expect(await service.eventItem(event?.id)).toMatchObject({ applied: "applied" });
  expect(await service.eventItem(event?.id)).not.toHaveProperty("endpoints");
});

it("a thin event of a type that is not followed is rejected with a problem that says what to do, and counted for the alarm", async () => {
  for (const type of ["v2.core.account.updated", "v1.billing.meter.no_meter_found"]) {
    const thin = {
      id: newId(),
      object: "v2.core.event",
      type,
      livemode: false,
      created: "2026-11-17T00:00:00Z",
    };
    const counted = await countedDuring(async () => {
      const { status, json } = await service.webhook({
        ...thin,
        related_object: { id: "acct_1", type: "account" },
      });
      expect({ status, ...json }).toMatchObject({ status: 400, title: "Invalid request" });
      expect(json.detail).toContain(`(type ${type})`);
      expect(json.detail).toContain("Set the payload style of its event destination to snapshot");
    });
    expect(counted).toEqual({ EventsNotUnderstood: 1 });
    expect(await service.eventItem(thin.id)).toEqual({});
  }
});
