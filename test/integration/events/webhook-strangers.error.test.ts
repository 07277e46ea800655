import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { countedDuring } from "../../support/counted.ts";
import { visitByMessage } from "../../support/open-work.ts";
import { PROCESSOR_TRIES } from "../../support/sdk-tries.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";
import { anyGet, intentFetch, refundFetch } from "../../support/wire-calls.ts";

/** Scenario 43 and its relatives: events that this version cannot read, and events about what neither side knows. */
const service = useService({ muted: true });
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const IGNORED = { status: 200, json: { received: true, forwarded: false } };
const FORWARDED = { status: 200, json: { received: true, forwarded: true } };
const HOUR_SECONDS = 3600;

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

/** An event of another type, about an object of its own. */
const about = (event: Event, type: string, object: object, ageSeconds = 0): Event => ({
  ...event,
  id: newId(),
  type,
  created: event.created - ageSeconds,
  data: { object: { ...object } },
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

  it("an intent with a status of the future of another environment is ignored as ever", async () => {
    const { event } = await paid();
    const metadata = { ...(event.data.object.metadata as object), svcEnv: "staging" };
    const elsewhere = { ...FUTURE, id: "pi_elsewhere", metadata };
    expect(await service.webhook(withObject(event, elsewhere))).toMatchObject(IGNORED);
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

  it("an intent with a status of the future that the processor answers when it is asked leaves the payment as it was", async () => {
    const { id, event } = await paid();
    const body = { ...event.data.object, ...FUTURE };
    service.processor.inject(intentFetch, { kind: "answer", status: 200, body }, PROCESSOR_TRIES);
    const late = { ...event, id: newId(), type: "payment_intent.processing" };
    late.data.object.status = "processing";
    expect(await service.webhook(late)).toMatchObject(FORWARDED);
    expect(await service.eventItem(late.id)).toMatchObject({ applied: "not_understood" });
    const stranger = withObject(event, FUTURE);
    expect(await service.webhook(stranger)).toMatchObject(FORWARDED);
    expect(await statusOf(id)).toBe("requires_payment_method");
  });

  it("does not hide which payment a refund is about", async () => {
    const { id, intentId, event } = await paid();
    const body = { ...event.data.object, ...FUTURE };
    const refund = { object: "refund", id: "re_1", payment_intent: intentId };
    service.processor.inject(intentFetch, { kind: "answer", status: 200, body });
    const withIntent = { ...refund, amount: 400, status: "succeeded", payment_intent: body };
    service.processor.inject(refundFetch, { kind: "answer", status: 200, body: withIntent });
    const updated = about(event, "refund.updated", refund);
    expect(await service.webhook(updated)).toMatchObject(IGNORED);
    expect(await service.eventItem(updated.id)).toMatchObject({
      svcPaymentId: id,
      applied: "not_understood",
    });
  });

  it("does not hide which payment a refund is about whose status is the same", async () => {
    const { id, intentId, event } = await paid();
    const body = { ...event.data.object, ...FUTURE };
    service.processor.inject(intentFetch, { kind: "answer", status: 200, body }, PROCESSOR_TRIES);
    const arrived = { object: "refund", id: "re_1", status: "succeeded", payment_intent: intentId };
    const refund = about(event, "refund.updated", arrived);
    const data = { ...refund.data, previous_attributes: { destination_details: null } };
    expect(await service.webhook({ ...refund, data })).toMatchObject(IGNORED);
    expect(await service.eventItem(refund.id)).toMatchObject({ svcPaymentId: id, applied: "not_understood" });
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

  it.each([
    ["charge.refunded", { object: "charge", id: "ch_1", payment_intent: 7 }],
    ["charge.refunded", { object: "charge", id: "ch_1", payment_intent: {}, metadata: 5 }],
    ["charge.dispute.created", { object: "dispute", payment_intent: {} }],
    ["charge.dispute.closed", { object: "dispute", id: 12, charge: [] }],
    ["account.updated", { object: "account_of_the_future" }],
    ["payment_intent.canceled", {}],
  ])("%s about %o: recorded and forwarded", async (type, object) => {
    const { event } = await paid();
    const stranger = about(event, type, object);
    expect(await service.webhook(stranger)).toMatchObject(FORWARDED);
    expect(await service.eventItem(stranger.id)).toMatchObject({ finishedAt: expect.any(Number) });
  });

  it("an event that carries no object at all: recorded and forwarded", async () => {
    const { event } = await paid();
    const stranger = { ...event, id: newId(), data: undefined };
    expect(await service.webhook(stranger)).toMatchObject(FORWARDED);
    expect(await service.eventItem(stranger.id)).toMatchObject({ applied: "not_understood" });
  });
});

describe("an event about a dispute or a refund that the processor does not know", () => {
  const unknown = { payment_intent: "pi_unknown", charge: "ch_unknown" };
  it.each([
    ["dispute of an unknown intent", "charge.dispute.created", { object: "dispute", id: "dp_1", ...unknown }],
    [
      "dispute of an unknown charge",
      "charge.dispute.closed",
      { object: "dispute", id: "dp_1", charge: "ch_1" },
    ],
    ["refund of an unknown intent", "refund.failed", { object: "refund", id: "re_1", ...unknown }],
    ["refund of an unknown charge", "refund.updated", { object: "refund", id: "re_1", charge: "ch_1" }],
  ])("%s: rejected while it is fresh, then recorded as unknown", async (_, type, object) => {
    const { event } = await paid();
    const fresh = about(event, type, object);
    expect(await service.webhook(fresh)).toMatchObject({ status: 503, json: { retryable: true } });
    expect(await service.eventItem(fresh.id)).toEqual({});
    const old = about(event, type, object, HOUR_SECONDS);
    expect(await service.webhook(old)).toMatchObject(type.startsWith("refund.") ? IGNORED : FORWARDED);
    expect(await service.eventItem(old.id)).toMatchObject({ applied: "unknown_payment" });
  });

  it("an unknown dispute of a payment that we know: rejected while it is fresh, then told as unknown", async () => {
    const { id, intentId, event } = await paid();
    const dispute = { object: "dispute", id: "dp_unknown", payment_intent: intentId };
    const fresh = about(event, "charge.dispute.created", dispute);
    expect((await service.webhook(fresh)).status).toBe(503);
    expect((await service.eventItem(fresh.id)).finishedAt).toBeUndefined();
    const old = about(event, "charge.dispute.created", dispute, HOUR_SECONDS);
    expect(await service.webhook(old)).toMatchObject(FORWARDED);
    expect(await service.eventItem(old.id)).toMatchObject({ svcPaymentId: id, applied: "unknown_dispute" });
    expect((await service.item(id)).disputes ?? {}).toEqual({});
  });
});

it.each([
  [500, {}],
  [502, { message: "Bad gateway" }],
  [400, { message: "Blocked by the egress proxy" }],
  [403, { message: "Blocked by the egress proxy" }],
  [404, {}],
  [407, { reason: "Proxy authentication required" }],
])("an answer of %i that carries no error of the processor's finishes nothing", async (status, body) => {
  const { id, event } = await paid();
  const late = withObject(event, { status: "processing" });
  service.processor.inject(anyGet, { kind: "answer", status, body });
  expect((await service.webhook(late)).status).toBe(503);
  expect((await service.eventItem(late.id)).finishedAt).toBeUndefined();
  await visitByMessage(service, { pk: `EVENT#${late.id}`, sk: "EVENT" });
  expect(await service.eventItem(late.id)).toMatchObject({ svcPaymentId: id, applied: "applied" });
});

describe("an event whose account gives us no access any more", () => {
  const REJECTED = {
    kind: "answer",
    status: 403,
    body: { error: { type: "invalid_request_error", code: "account_invalid", message: "No access." } },
  } as const;

  it("is forwarded, and marked as out of reach", async () => {
    const { id, intentId, event } = await paid();
    // What is fetched and then the account itself, for each of the two events.
    service.processor.inject(anyGet, REJECTED, 4);
    const late = withObject(event, { status: "processing" });
    expect(await service.webhook(late)).toMatchObject(FORWARDED);
    expect(await service.eventItem(late.id)).toMatchObject({ svcPaymentId: id, applied: "out_of_reach" });
    const dispute = { object: "dispute", id: "dp_1", payment_intent: intentId };
    const disputed = about(event, "charge.dispute.created", dispute);
    expect(await service.webhook(disputed)).toMatchObject(FORWARDED);
    expect(await service.eventItem(disputed.id)).toMatchObject({ applied: "out_of_reach" });
  });

  it("is not finished where the account itself can still be fetched: one answer may be a passing fault", async () => {
    const { event } = await paid();
    service.processor.inject(anyGet, REJECTED, 1);
    const late = withObject(event, { status: "processing" });
    expect((await service.webhook(late)).status).toBe(503);
    expect((await service.eventItem(late.id)).finishedAt).toBeUndefined();
  });

  it.each([
    ["without a code", {}],
    ["with a code", { code: "more_permissions_required" }],
  ])(
    "50: a right that our key lacks (%s) finishes nothing, and the event is applied once it is back",
    async (_, code) => {
      const { id, event } = await paid();
      const error = { type: "invalid_request_error", message: "No access.", ...code };
      service.processor.inject(anyGet, { kind: "answer", status: 403, body: { error } });
      const late = withObject(event, { status: "processing" });
      expect((await service.webhook(late)).status).toBe(503);
      expect((await service.eventItem(late.id)).finishedAt).toBeUndefined();
      await visitByMessage(service, { pk: `EVENT#${late.id}`, sk: "EVENT" });
      expect(await service.eventItem(late.id)).toMatchObject({ svcPaymentId: id, applied: "applied" });
    },
  );
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

it("an event of another API version is applied and forwarded, and noticed once", async () => {
  const { id, event } = await paid();
  const others = [event, about(event, "charge.succeeded", {})].map((one) => ({
    ...one,
    api_version: "2025-03-31.basil",
  }));
  const counted = await countedDuring(async () => {
    for (const other of others) expect((await service.webhook(other)).status).toBe(200);
  });
  expect(counted.OtherApiVersions).toBe(1);
  expect(await statusOf(id)).toBe("succeeded");
});
