import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { MAX_PENDING_TESTS, TEST_RESERVED_MS } from "../../../shared/domain/events/event.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey, testEventsKey } from "../../../shared/ledger/table.ts";
import { ENDPOINT_ID } from "../../support/event-item.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/* When a merchant may send itself a test event, and how many at once, over a ledger in memory. */
const world = new FakeWorld().enter();
const { sendTestEvent } = await import("../../../shared/flows/callbacks/send-test-event.ts");
const { findMerchant } = await import("../../../shared/ledger/merchants.ts");

const merchantOf = async () => (await findMerchant("mer_1")) as Merchant;
const change = () => ({ at: world.now, random: randomBytes, actor: "key_1" });

beforeEach(() => {
  world.emptyTable();
  world.isKilled = () => false;
  world.callbacks.length = 0;
  world.now += 86_400_000;
  world.putMerchant("mer_1");
});

describe("a test event", () => {
  const sendTo = async (endpointId: string) =>
    sendTestEvent(await merchantOf(), endpointId, { ...change(), traceId: "trace" });
  const send = () => sendTo(ENDPOINT_ID);
  const disabledEndpoints = async () => {
    const endpoints = (await merchantOf()).callbackEndpoints;
    return { ...endpoints, list: endpoints?.list.map((endpoint) => ({ ...endpoint, disabled: true })) };
  };
  const deliver = (eventId: string, delivery: string) =>
    world.table.put({ ...(world.deliveryOf(eventId) as { pk: string; sk: string }), delivery }, {});

  it("is recorded and queued like any other, with the time in seconds that the processor uses", async () => {
    world.now++;
    const eventId = await send();
    expect(world.eventOf(eventId)).toMatchObject({
      ...{ endpoints: [ENDPOINT_ID], accountId: "", finishedAt: world.now, applied: "not_about_a_payment" },
    });
    expect(world.callbacks).toMatchObject([{ eventId, endpointId: ENDPOINT_ID, deliveryRound: 1 }]);
    const { readableBody } = await import("../../../shared/ledger/events.ts");
    const body = JSON.parse(String(readableBody(world.eventOf(eventId) as never)));
    expect(body).toMatchObject({ id: eventId, created: Math.floor(world.now / 1000), livemode: false });
  });

  it("needs an endpoint that is on", async () => {
    world.change(merchantKey("mer_1"), { callbackEndpoints: await disabledEndpoints() });
    await expect(send()).rejects.toMatchObject({ code: "no_callback_endpoint" });
    world.table.put({ ...merchantKey("mer_1"), merchantId: "mer_1" }, {});
    await expect(send()).rejects.toMatchObject({ code: "not_found" });
    expect(world.callbacks).toEqual([]);
  });

  it("55: is rejected while five are on their way, until one of them has ended", async () => {
    const sent: string[] = [];
    for (let nth = 0; nth < MAX_PENDING_TESTS; nth++) sent.push(await send());
    await expect(send()).rejects.toMatchObject({ code: "in_progress", extras: { retryAfterSeconds: 30 } });
    deliver(sent[2] ?? "", "delivered");
    await send();
    await expect(send()).rejects.toMatchObject({ code: "in_progress" });
  });

  it("is not rejected for those that are on their way to another endpoint", async () => {
    const OTHER = "ep_00000000000000b2";
    const { list, version } = (await merchantOf()).callbackEndpoints ?? { list: [], version: 0 };
    const others = list.map((endpoint) => ({ ...endpoint, endpointId: OTHER }));
    world.change(merchantKey("mer_1"), {
      callbackEndpoints: { version: version + 1, list: [...list, ...others] },
    });
    for (let nth = 0; nth < MAX_PENDING_TESTS; nth++) await send();
    for (let nth = 0; nth < MAX_PENDING_TESTS; nth++) await sendTo(OTHER);
    await expect(send()).rejects.toMatchObject({ code: "in_progress" });
    await expect(sendTo(OTHER)).rejects.toMatchObject({ code: "in_progress" });
  });

  it("a test event that was never recorded keeps its place for a minute, as long as its request may live", async () => {
    const at = world.now;
    const unrecorded = Array.from({ length: MAX_PENDING_TESTS }, (_, nth) => ({
      eventId: `evt_test_${nth}`,
      at,
    }));
    world.table.put(
      { ...testEventsKey("mer_1", ENDPOINT_ID), merchantId: "mer_1", version: 1, sent: unrecorded },
      {},
    );
    world.now = at + TEST_RESERVED_MS - 1;
    await expect(send()).rejects.toMatchObject({ code: "in_progress" });
    world.now = at + TEST_RESERVED_MS;
    await send();
  });

  it("a test event whose place another request takes first tries again, six times", async () => {
    const takeFirst = (version: number) =>
      world.table.put({ ...testEventsKey("mer_1", ENDPOINT_ID), merchantId: "mer_1", version, sent: [] }, {});
    let rounds = 0;
    world.beforeWrite("each", () => takeFirst(10 * ++rounds));
    await expect(send()).rejects.toMatchObject({
      ...{ code: "service_unavailable", extras: { retryAfterSeconds: 1 } },
    });
    expect(rounds).toBe(MAX_PENDING_TESTS + 1);
    world.beforeWrite(1, () => takeFirst(1_000));
    await send();
    expect(world.callbacks).toHaveLength(1);
  });
});
