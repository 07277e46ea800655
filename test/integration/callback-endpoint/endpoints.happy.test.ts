import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifySignature } from "../../../shared/domain/access/signature.ts";
import { deliveryKey } from "../../../shared/ledger/table.ts";
import type { CallbackReceiver, ReceivedCallback } from "../../support/callback-receiver.ts";
import { CallbackReceiver as Receiver } from "../../support/callback-receiver.ts";
import { ConsoleTab } from "../../support/console.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { ledgerWrite } from "../../support/wire-calls.ts";

/** Up to five callback endpoints, each with its own URL, secret, event types, payload, state and health. */
const PATH = "/v1/callback-endpoints";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

let books: CallbackReceiver;
beforeEach(async () => {
  books = await Receiver.start();
});
afterEach(() => books.stop());

async function create(body: object = {}): Promise<{ id: string; secret: string }> {
  const reply = await shop.api.call("POST", PATH, { url: books.url, ...body });
  expect(reply.status).toBe(201);
  return reply.json as { id: string; secret: string };
}

/** At the time that the header names: the clock of the stack is moved here. */
function isSignedWith({ rawBody, headers }: ReceivedCallback, secret: string): boolean {
  const header = String(headers["svc-signature"]);
  const seconds = Number(/t=(\d+)/.exec(header)?.[1]);
  return verifySignature({ rawBody, header }, [secret], seconds) === "valid";
}

const deliveryOf = async (eventId: string, endpointId: string) => {
  const { pk, sk } = deliveryKey(eventId, endpointId);
  return (await service.items()).find((item) => item.pk === pk && item.sk === sk);
};

const untilDelivered = (eventId: string, endpointId: string) =>
  service.eventually(async () => (await deliveryOf(eventId, endpointId))?.delivery === "delivered");

/** A sale whose payment is told by the webhook. */
async function sold(): Promise<{ eventId: string; svcPaymentId: string }> {
  const { event, svcPaymentId } = await sell(service, shop);
  expect((await service.webhook(event)).status).toBe(200);
  return { eventId: event.id, svcPaymentId: String(svcPaymentId) };
}

describe("the endpoints", () => {
  it("are listed with the first one first, which both routes show and change", async () => {
    const made = await create({ events: ["payout.paid"], payload: "service" });
    expect(made.id).toMatch(/^ep_[0-9a-f]{16}$/);
    expect(made.secret).toMatch(/^whsec_/);
    const { json: first } = await shop.api.call("GET", "/v1/callback-endpoint");
    const { json } = await shop.api.call("GET", PATH);
    expect(json).toEqual([
      { id: "ep_first", ...first },
      expect.objectContaining({ id: made.id, url: books.url, events: ["payout.paid"], payload: "service" }),
    ]);
    expect(JSON.stringify(json)).not.toContain("whsec_");
    await shop.api.call("PUT", `${PATH}/ep_first`, { events: ["charge.refunded"] });
    expect((await shop.api.call("GET", "/v1/callback-endpoint")).json).toMatchObject({
      url: shop.receiver.url,
      events: ["charge.refunded"],
    });
  });

  it("begin with the first one, where there is none yet", async () => {
    const merchant = await service.otherMerchant();
    expect((await merchant.call("GET", PATH)).json).toEqual([]);
    const reply = await merchant.call("POST", PATH, { url: books.url });
    expect(reply.json).toMatchObject({ id: "ep_first", url: books.url });
    const { json } = await merchant.call("GET", "/v1/callback-endpoint");
    expect(json.url).toBe(books.url);
  });

  it("can be changed and deleted one by one", async () => {
    const { id } = await create();
    const changed = await shop.api.call("PUT", `${PATH}/${id}`, { events: [], payload: "service" });
    expect(changed.json).toMatchObject({ id, url: books.url, events: [], payload: "service" });
    expect((await shop.api.call("GET", `${PATH}/${id}`)).json).toEqual(changed.json);
    expect((await shop.api.call("POST", `${PATH}/${id}/delete`)).json).toEqual({ id });
    expect((await shop.api.call("GET", `${PATH}/${id}`)).status).toBe(404);
    expect((await shop.api.call("GET", PATH)).json).toHaveLength(1);
  });
});

describe("an event", () => {
  it("goes to each endpoint that chose it, in its payload and signed with its own secret", async () => {
    const { id, secret } = await create({ payload: "service" });
    const other = await Receiver.start();
    const { id: uninterested } = await create({ url: other.url, events: ["payout.paid"] });
    const { eventId, svcPaymentId } = await sold();
    const [atFirst] = await shop.receiver.until(1);
    const [atBooks] = await books.until(1);
    await untilDelivered(eventId, id);
    expect(atFirst?.eventId).toBe(eventId);
    expect(atBooks).toMatchObject({ eventId, type: "payment.succeeded" });
    expect(JSON.parse(String(atBooks?.rawBody))).toMatchObject({
      payload: "service",
      payment: { svcPaymentId },
    });
    expect(atBooks?.headers["svc-payment-id"]).toBe(svcPaymentId);
    expect(isSignedWith(atBooks as ReceivedCallback, secret)).toBe(true);
    expect(isSignedWith(atFirst as ReceivedCallback, secret)).toBe(false);
    expect(other.received).toEqual([]);
    other.stop();
    const { json } = await shop.api.call("GET", `/v1/events/${eventId}`);
    expect(json.furtherDeliveries).toMatchObject([
      {
        endpointId: id,
        delivery: "delivered",
        attemptCount: 1,
        attempts: [{ status: 200, payload: "service" }],
      },
    ]);
    expect(await deliveryOf(eventId, uninterested)).toBeUndefined();
    expect((await shop.api.call("GET", "/v1/events")).json).toHaveLength(1);
  });

  it("a merchant with one endpoint has its events stored and shown as ever", async () => {
    const { eventId } = await sold();
    await shop.receiver.until(1);
    expect(await service.eventItem(eventId)).not.toHaveProperty("endpoints");
    expect((await shop.api.call("GET", `/v1/events/${eventId}`)).json).not.toHaveProperty(
      "furtherDeliveries",
    );
    const isDelivery = ({ pk, sk }: Record<string, unknown>) => pk === `EVENT#${eventId}` && sk !== "EVENT";
    expect((await service.items()).filter(isDelivery)).toEqual([]);
  });

  it("is not sent to the first endpoint if only a further one chose it", async () => {
    await shop.api.setEndpoint({ url: shop.receiver.url, events: [] });
    const { id } = await create();
    const { eventId } = await sold();
    await untilDelivered(eventId, id);
    expect(books.received).toHaveLength(1);
    expect(shop.receiver.received).toEqual([]);
    expect((await service.eventItem(eventId)).delivery).toBe("none");
  });

  it("is tried eight times at an endpoint that fails, while the others have it", async () => {
    const { id } = await create();
    books.behave = (response) => response.writeHead(500).end();
    const { eventId } = await sold();
    await shop.receiver.until(1);
    await service.letPass(7 * 86_400);
    await service.eventually(async () => (await deliveryOf(eventId, id))?.delivery === "dead");
    expect(books.received).toHaveLength(8);
    expect(books.received.map(({ headers }) => headers["svc-attempt"])).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
    ]);
    expect(shop.receiver.received).toHaveLength(1);
    const health = async (endpointId: string) =>
      (await shop.api.call("GET", `${PATH}/${endpointId}/health`)).json;
    expect(await health(id)).toMatchObject({ dead: 1 });
    expect(await health("ep_first")).toMatchObject({ dead: 0 });
    const attention = (await shop.api.call("GET", "/v1/attention")).json as unknown as object[];
    expect(attention).toMatchObject([
      { kind: "endpoint_failing", subject: { endpointId: id, endpointOrigin: new URL(books.url).origin } },
    ]);

    books.reset();
    const recovery = await shop.api.call("POST", "/v1/events/recover", { endpointId: id });
    expect(recovery.status).toBe(202);
    expect(recovery.json).toMatchObject({ endpointId: id });
    await service.letPass(300);
    await untilDelivered(eventId, id);
    expect(shop.receiver.received).toHaveLength(1);
    expect(await health(id)).toMatchObject({ dead: 0 });
  });
});

describe("a list of events", () => {
  const list = async (query: string) => (await shop.api.call("GET", `/v1/events?${query}`)).json as unknown;

  it("is of one endpoint, if that is named: what it is told of, and how that stands there. The overview counts what failed at all of them", async () => {
    const { id } = await create({ payload: "service" });
    books.behave = (response) => response.writeHead(500).end();
    const { eventId } = await sold();
    await shop.receiver.until(1);
    await service.letPass(7 * 86_400);
    await service.eventually(async () => (await deliveryOf(eventId, id))?.delivery === "dead");
    await shop.api.call("PUT", `${PATH}/${id}`, { events: ["payout.paid"] });
    const { eventId: untold } = await sold();
    await service.eventually(async () => (await service.eventItem(untold)).delivery === "delivered");

    const failed = { id: eventId, delivery: "dead", attemptCount: 8, payload: "service" };
    expect(await list(`endpointId=${id}`)).toMatchObject([failed]);
    expect(await list(`endpointId=${id}&delivery=dead`)).toMatchObject([failed]);
    expect(await list(`endpointId=${id}&delivery=delivered`)).toEqual([]);
    expect(await list("endpointId=ep_first&delivery=dead")).toEqual([]);
    const [newer, older] = (await list("endpointId=ep_first")) as Record<string, unknown>[];
    expect(newer).toMatchObject({ id: untold, delivery: "delivered" });
    expect(newer).not.toHaveProperty("furtherEndpointIds");
    expect(older).toMatchObject({ id: eventId, delivery: "delivered", furtherEndpointIds: [id] });
    // One that there never was, or another merchant's, was told of nothing.
    expect(await list("endpointId=ep_0123456789abcdef")).toEqual([]);

    const tab = await ConsoleTab.open(shop.api);
    const failedInAll = async () =>
      ((await tab.call("GET", "/v1/overview?days=1")).json.webhooks as Record<string, unknown>).failedInAll;
    expect(await failedInAll()).toBe(1);
    await shop.api.call("POST", `${PATH}/${id}/delete`);
    expect(await failedInAll()).toBe(0);
  });

  it("a list of one endpoint reads its deliveries alone, and only if it is named", async () => {
    await create({ events: ["payout.paid"] });
    await sold();
    const { id } = await create({ url: "https://shop.example/third" });
    service.dynamodb.clear();
    await list("delivery=delivered");
    expect(service.dynamodb.passed.some(({ body }) => body.includes("DELIVERY#"))).toBe(false);
    await list(`endpointId=${id}`);
    expect(service.dynamodb.passed.some(({ body }) => body.includes("DELIVERY#"))).toBe(false);
  });
});

describe("an endpoint that is disabled", () => {
  it("gets what was held for it when it is enabled, and the others notice nothing", async () => {
    const { id } = await create();
    expect((await shop.api.call("POST", `${PATH}/${id}/disable`)).json).toMatchObject({ disabled: true });
    const { eventId } = await sold();
    await shop.receiver.until(1);
    await service.eventually(async () => (await deliveryOf(eventId, id))?.delivery === "held");
    expect(books.received).toEqual([]);
    await shop.api.call("POST", `${PATH}/${id}/enable`);
    await books.until(1);
    await untilDelivered(eventId, id);
    expect(shop.receiver.received).toHaveLength(1);
  });
});

describe("a redelivery", () => {
  it("is to the first endpoint, to one that is named, or to all", async () => {
    const { id } = await create();
    const { eventId } = await sold();
    await untilDelivered(eventId, id);
    await shop.receiver.until(1);
    const redeliver = (body: object) => shop.api.call("POST", `/v1/events/${eventId}/redeliver`, body);
    expect((await redeliver({ endpointId: id })).status).toBe(409);
    expect((await redeliver({ endpointId: id, force: true })).status).toBe(202);
    await books.until(2);
    await untilDelivered(eventId, id);
    expect(shop.receiver.received).toHaveLength(1);
    expect((await redeliver({ endpointId: "all", force: true })).status).toBe(202);
    await Promise.all([books.until(3), shop.receiver.until(2)]);
    await untilDelivered(eventId, id);
    expect((await redeliver({ force: true })).status).toBe(202);
    await shop.receiver.until(3);
    expect(books.received).toHaveLength(3);
  });

  it("to all is to those endpoints alone that chose the event, even with force", async () => {
    const other = await Receiver.start();
    const { id: uninterested } = await create({ url: other.url, events: ["payout.paid"] });
    const { id } = await create();
    const { eventId } = await sold();
    await untilDelivered(eventId, id);
    await shop.receiver.until(1);
    const toAll = { endpointId: "all", force: true };
    expect((await shop.api.call("POST", `/v1/events/${eventId}/redeliver`, toAll)).status).toBe(202);
    await Promise.all([books.until(2), shop.receiver.until(2)]);
    expect(await deliveryOf(eventId, uninterested)).toBeUndefined();
    expect(other.received).toEqual([]);
    other.stop();

    await shop.api.setEndpoint({ url: shop.receiver.url, events: [] });
    const { eventId: later } = await sold();
    await untilDelivered(later, id);
    expect((await shop.api.call("POST", `/v1/events/${later}/redeliver`, toAll)).status).toBe(202);
    await books.until(4);
    expect((await service.eventItem(later)).delivery).toBe("none");
    expect(shop.receiver.received).toHaveLength(2);
  });

  it("brings an event that is older than its endpoint, with force", async () => {
    const { eventId } = await sold();
    await shop.receiver.until(1);
    const { id } = await create();
    const redeliver = (body: object) => shop.api.call("POST", `/v1/events/${eventId}/redeliver`, body);
    const rejected = await redeliver({ endpointId: id });
    expect(rejected.status).toBe(409);
    expect(rejected.json.detail).toContain("was added after the event");
    expect((await redeliver({ endpointId: id, force: true })).status).toBe(202);
    await books.until(1);
    await untilDelivered(eventId, id);
    const { json } = await shop.api.call("GET", `/v1/events/${eventId}`);
    expect(json.furtherDeliveries).toMatchObject([{ endpointId: id, delivery: "delivered" }]);
    expect(shop.receiver.received).toHaveLength(1);
  });
});

it("an endpoint's secret is rotated by itself, with its grace", async () => {
  const { id, secret } = await create();
  const rotated = await shop.api.call("POST", `${PATH}/${id}/rotate-secret`, { graceSeconds: 3600 });
  const fresh = String(rotated.json.secret);
  await sold();
  const [callback] = await books.until(1);
  expect(isSignedWith(callback as ReceivedCallback, secret)).toBe(true);
  expect(isSignedWith(callback as ReceivedCallback, fresh)).toBe(true);
  await shop.api.call("POST", `${PATH}/${id}/rotate-secret`, { graceSeconds: 0 });
  await sold();
  const [, later] = await books.until(2);
  expect(isSignedWith(later as ReceivedCallback, fresh)).toBe(false);
  const diagnosis = await shop.api.onEndpoint("diagnose", {
    endpointId: id,
    rawBody: String(later?.rawBody),
    signatureHeader: String(later?.headers["svc-signature"]),
  });
  expect(diagnosis.json.verdict).toBe("valid");
});

it("a test event goes to the endpoint that is tested, and to no other", async () => {
  const { id } = await create();
  const { json, status } = await shop.api.call("POST", `${PATH}/${id}/test`);
  expect(status).toBe(202);
  await books.until(1, ({ type }) => type === "callback.test");
  await untilDelivered(String(json.eventId), id);
  expect(shop.receiver.received).toEqual([]);
});

it("nothing more is sent to an endpoint that was deleted while a delivery waited", async () => {
  const { id } = await create();
  books.behave = (response) => response.writeHead(500).end();
  const { eventId } = await sold();
  await books.until(1);
  await service.eventually(async () => Array.isArray((await deliveryOf(eventId, id))?.log));
  await shop.api.call("POST", `${PATH}/${id}/delete`);
  await service.letPass(86_400);
  await service.eventually(async () => (await deliveryOf(eventId, id))?.delivery === "none");
  expect(books.received).toHaveLength(1);
  service.dynamodb.clear();
  await sold();
  expect(service.dynamodb.passed.filter(ledgerWrite).some(({ body }) => body.includes("DELIVERY#"))).toBe(
    false,
  );
});

describe("what waited for an endpoint that is deleted", () => {
  /** As a merchant's server sees it: in the event, and in the list of the endpoint's events. */
  async function shown(eventId: string, endpointId: string) {
    const { json } = await shop.api.call("GET", `/v1/events/${eventId}`);
    const listed = async (query: string) =>
      (await shop.api.call("GET", `/v1/events?endpointId=${endpointId}${query}`)).json as unknown as object[];
    return {
      delivery: (json.furtherDeliveries as Record<string, unknown>[])[0],
      listed: await listed(""),
      listedAsHeld: await listed("&delivery=held"),
    };
  }

  it("is held no more, and is never sent", async () => {
    const { id } = await create();
    await shop.api.call("POST", `${PATH}/${id}/disable`);
    const { eventId } = await sold();
    await service.eventually(async () => (await deliveryOf(eventId, id))?.delivery === "held");
    const before = await shown(eventId, id);
    expect(before.delivery).toMatchObject({ endpointId: id, delivery: "held" });
    expect(before.listedAsHeld).toMatchObject([{ id: eventId, delivery: "held" }]);
    await shop.api.call("POST", `${PATH}/${id}/delete`);
    expect(await shown(eventId, id)).toMatchObject({
      delivery: { endpointId: id, delivery: "none", attemptCount: 0, nextAttemptAt: null },
      listed: [],
      listedAsHeld: [],
    });
    await service.letPass(86_400);
    expect(books.received).toEqual([]);
  });

  it("has no next attempt any more, and keeps those that were made", async () => {
    const { id } = await create();
    books.behave = (response) => response.writeHead(500).end();
    const { eventId } = await sold();
    const hasFailed = async () => {
      const { log = [], leaseExpiresAt } = (await deliveryOf(eventId, id)) ?? {};
      return (log as unknown[]).length === 1 && leaseExpiresAt === undefined;
    };
    await service.eventually(hasFailed);
    expect((await shown(eventId, id)).delivery).toMatchObject({ delivery: "pending" });
    await shop.api.call("POST", `${PATH}/${id}/delete`);
    expect(await shown(eventId, id)).toMatchObject({
      delivery: { delivery: "none", nextAttemptAt: null, attempts: [{ status: 500 }] },
      listed: [],
    });
  });
});
