import { beforeEach, describe, expect, it } from "vitest";
import type { DeliveryState } from "../../../shared/domain/events/event.ts";
import { DAY_MS, MINUTE_MS } from "../../../shared/domain/time.ts";
import type { DeliveryRecord } from "../../../shared/ledger/events.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { deliveryKey, eventKey, merchantKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* Which events are sent again on request, with and without force, and how that is audited. */
const world = new FakeWorld().enter();
const { redeliverEvent } = await import("../../../shared/flows/callbacks/redeliver-event.ts");
const { sweep } = await import("../../../shared/flows/recovery/sweep.ts");
const { visit } = await import("../../../shared/flows/recovery/visit.ts");
const { listAudit } = await import("../../../shared/ledger/audit.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");

const KEY = deliveryKey("evt_1", ENDPOINT_ID);
const stored = () => world.table.peek(KEY) as unknown as DeliveryRecord;
const set = (given: Record<string, unknown>) => world.table.put({ ...KEY, ...stored(), ...given }, {});

type Insistence = { force: boolean; pendingToo?: boolean };
const redeliver = async (insistence: Insistence, actor?: string, endpointId?: string) =>
  redeliverEvent((await findMerchant("mer_1")) as Merchant, "evt_1", {
    ...{ ...insistence, endpointId },
    ...{ at: world.now, random: (size) => new Uint8Array(size), actor },
  });

const record = (delivery: DeliveryState) =>
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery, receivedAt: world.now - 1000 });

/** What was asked for, or why it was rejected. */
const outcomeOf = (asked: Promise<void>) =>
  asked.then(
    () => "sent",
    ({ code, message }: { code?: string; message: string }) => (code ? message : Promise.reject(message)),
  );

const ON_ITS_WAY = /already being delivered/;
const DELIVERED = /was delivered/;
const NOT_CHOSEN = /did not choose/;

beforeEach(() => {
  world.callbacks.length = 0;
  world.table.expire(KEY);
  world.putMerchant("mer_1");
});

it.each<[DeliveryState, Insistence, RegExp]>([
  ["pending", { force: false }, ON_ITS_WAY],
  ["pending", { force: true }, ON_ITS_WAY],
  ["pending", { force: true, pendingToo: false }, ON_ITS_WAY],
  // Insisting on a waiting one takes both.
  ["pending", { force: false, pendingToo: true }, ON_ITS_WAY],
  ["pending", { force: true, pendingToo: true }, /^sent$/],
  ["delivered", { force: false }, DELIVERED],
  ["delivered", { force: false, pendingToo: true }, DELIVERED],
  ["delivered", { force: true }, /^sent$/],
  ["none", { force: false, pendingToo: true }, NOT_CHOSEN],
  ["none", { force: true }, /^sent$/],
  ["held", { force: false }, /^sent$/],
  ["dead", { force: false }, /^sent$/],
])(
  "an event whose callback is %s is judged where it is asked for with %o",
  async (delivery, insistence, expected) => {
    record(delivery);
    const outcome = await outcomeOf(redeliver(insistence));
    expect(outcome).toMatch(expected);
    const isSent = outcome === "sent";
    // What was never sent begins with its first round.
    const deliveryRound = isSent && delivery !== "none" ? 2 : 1;
    if (isSent) expect(stored()).toMatchObject({ delivery: "pending", deliveryRound });
    else if (delivery !== "none") expect(stored()).toMatchObject({ delivery, deliveryRound });
    expect(world.callbacks.map((sent) => sent.deliveryRound)).toEqual(isSent ? [deliveryRound] : []);
    expect(world.eventOf("evt_1").endpoints).toEqual(
      delivery === "none" && !isSent ? undefined : [ENDPOINT_ID],
    );
  },
);

it("a waiting event that is being sent in this moment is not sent a second time, whoever insists", async () => {
  record("pending");
  set({ attemptToken: "theirs", leaseExpiresAt: world.now + 60_000, attempts: 1 });
  expect(await outcomeOf(redeliver({ force: true, pendingToo: true }))).toMatch(ON_ITS_WAY);
  expect(world.callbacks).toEqual([]);
});

it("an event that the service payload does not cover is rejected, also by force", async () => {
  record("dead");
  world.changeEndpoint("mer_1", { payload: "service" });
  expect(await outcomeOf(redeliver({ force: true }))).toMatch(/does not cover/);
  expect(stored()).toMatchObject({ delivery: "dead", deliveryRound: 1 });
});

it("an event is not sent again to an endpoint that is disabled", async () => {
  record("dead");
  world.changeEndpoint("mer_1", { disabled: true });
  await expect(redeliver({ force: true })).rejects.toMatchObject({ code: "no_callback_endpoint" });
  expect(world.callbacks).toEqual([]);
});

const visitAll = async () => {
  await sweep({ now: () => world.now, endsAt: world.now + MINUTE_MS });
  expect(world.visits).toMatchObject([eventKey("evt_1")]);
  for (const message of world.visits.splice(0)) await visit(message, { runId: "r", now: () => world.now });
};

const unfinished = () => {
  record("none");
  const { finishedAt: _, ...event } = world.eventOf("evt_1");
  world.table.put({ ...event, ...eventKey("evt_1"), endpoints: [ENDPOINT_ID] }, {});
};

it("an endpoint that is added gets its delivery from the due list if the function dies before", async () => {
  record("none");
  world.isKilled = (call) => call === "write" && world.eventOf("evt_1").endpoints !== undefined;
  await expect(redeliver({ force: true })).rejects.toThrow("died");
  world.isKilled = () => false;
  expect(world.eventOf("evt_1").endpoints).toEqual([ENDPOINT_ID]);
  expect(stored()).toBeUndefined();
  world.now += 10 * MINUTE_MS;
  await visitAll();
  expect(stored()).toMatchObject({ delivery: "pending", deliveryRound: 1 });
  expect(world.callbacks).toMatchObject([{ eventId: "evt_1", endpointId: ENDPOINT_ID }]);
  expect(world.eventOf("evt_1")).not.toHaveProperty("dueSort");
  expect(world.eventOf("evt_1")).toHaveProperty("finishedAt");
});

it("an endpoint that is added to an old event makes nothing again that has expired", async () => {
  // Another endpoint was sent it once more in its last days, so the event outlives the other delivery.
  world.putEvent({ eventId: "evt_1", merchantId: "mer_1" }, { delivery: "none", receivedAt: world.now });
  const endpoints = ["ep_00000000000000b2"];
  world.now += 95 * DAY_MS;
  world.table.put({ ...world.eventOf("evt_1"), ...eventKey("evt_1"), endpoints }, {});
  await redeliver({ force: true }, undefined, ENDPOINT_ID);
  world.callbacks.length = 0;
  world.now += 10 * MINUTE_MS;
  await visitAll();
  expect(world.callbacks.map(({ endpointId }) => endpointId)).not.toContain(endpoints[0]);
  expect(world.eventOf("evt_1")).not.toHaveProperty("dueSort");
});

it("what is not finished is sent by the steps that are left: until then it is on its way", async () => {
  unfinished();
  expect(await outcomeOf(redeliver({ force: true, pendingToo: true }))).toMatch(ON_ITS_WAY);
  expect(world.callbacks).toEqual([]);
  expect(world.eventOf("evt_1")).not.toHaveProperty("finishedAt");
});

describe("with several endpoints", () => {
  const OTHER = "ep_00000000000000b2";
  const add = () => {
    const merchant = world.table.peek(merchantKey("mer_1")) ?? {};
    const { list } = merchant.callbackEndpoints as { list: object[] };
    const both = { version: 2, list: [...list, ...list.map((one) => ({ ...one, endpointId: OTHER }))] };
    world.table.put({ ...merchant, ...merchantKey("mer_1"), callbackEndpoints: both }, {});
  };
  const endpointsOfMessages = () => world.callbacks.map(({ endpointId }) => endpointId);

  it("it goes to those that the event names, or to the one that is named", async () => {
    add();
    record("dead");
    await redeliver({ force: false });
    expect(endpointsOfMessages()).toEqual([ENDPOINT_ID]);
    await redeliver({ force: true }, undefined, OTHER);
    expect(endpointsOfMessages()).toEqual([ENDPOINT_ID, OTHER]);
    expect(world.eventOf("evt_1").endpoints).toEqual([ENDPOINT_ID, OTHER]);
  });

  it("it goes to no twenty-first endpoint, counting those that were deleted, and to none that there is not", async () => {
    add();
    record("dead");
    const endpoints = Array.from({ length: 20 }, (_, nth) => `ep_${nth}`);
    world.change(eventKey("evt_1"), { endpoints });
    expect(await outcomeOf(redeliver({ force: true }, undefined, OTHER))).toMatch(/20 endpoints already/);
    expect(world.eventOf("evt_1").endpoints).toEqual(endpoints);
    expect(await outcomeOf(redeliver({ force: true }, undefined, "ep_0"))).toMatch(
      /no such callback endpoint/,
    );
  });

  it("one that no endpoint was told of needs a name", async () => {
    add();
    record("none");
    await expect(redeliver({ force: true })).rejects.toMatchObject({ code: "invalid_request" });
  });
});

it("a redelivery is in the audit under who asked for it, and one that was rejected is not", async () => {
  record("delivered");
  await outcomeOf(redeliver({ force: false }, "operator"));
  expect(await listAudit("mer_1")).toEqual([]);
  await redeliver({ force: true }, "operator");
  expect(await listAudit("mer_1")).toMatchObject([
    { at: world.now, actor: "operator", action: "redeliver-event", subject: `evt_1/${ENDPOINT_ID}` },
  ]);
});
