import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  AcceptedEvent,
  AcceptedRecovery,
  EventSummary,
  RecordedEvent,
  Recovery,
} from "../../../shared/contract/events.ts";
import { cursorOf } from "../../../shared/domain/events/feed.ts";
import { eventsWorkKey } from "../../../shared/ledger/table.ts";
import type { Reply } from "../../support/api.ts";
import { anEventBody, newEventId, putEvents } from "../../support/events.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { forgetOpenWork, openItems, visitByMessage } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { anySend } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const HOUR_MS = 3_600_000;
const rows = ({ json }: Reply) => json as unknown as Record<string, unknown>[];
const ids = (reply: Reply) => rows(reply).map(({ id }) => id);
const newId = () => `evt_${randomUUID().replaceAll("-", "")}`;
const targets = () => service.dynamodb.passed.map(({ target }) => target);
const deliveryOf = async (id: string) => (await shop.api.call("GET", `/v1/events/${id}`)).json.delivery;
const settled = (id: string, delivery: string) =>
  service.eventually(async () => (await service.deliveryItem(id)).delivery === delivery);

/** Events of the shop, the newest first, an hour apart. */
async function history(...deliveries: ("none" | "pending" | "delivered" | "dead" | "held")[]) {
  const made = deliveries.map((delivery, index) => ({ eventId: newId(), delivery, index }));
  const now = Date.now();
  const { merchantId } = shop;
  await putEvents(
    service,
    made.map(({ index, ...event }) => ({ ...event, merchantId, receivedAt: now - index * HOUR_MS })),
  );
  return made.map(({ eventId }) => eventId);
}

describe("the list", () => {
  it("is a bare array, newest first, with where every callback stands", async () => {
    const made = await history("dead", "held", "delivered");
    const reply = await shop.api.call("GET", "/v1/events");
    expect(ids(reply)).toEqual(made);
    for (const row of rows(reply)) expect(EventSummary.safeParse(row).error).toBeUndefined();
    expect(rows(reply)[0]).toMatchObject({
      type: "payment_intent.succeeded",
      delivery: "dead",
      applied: "applied",
      svcPaymentId: null,
      attemptCount: 0,
      nextAttemptAt: null,
      traceId: `trace-${made[0]}`,
    });
    expect(reply.headers.get("link")).toBeNull();
  });

  it("is one query a page, whatever it is filtered by", async () => {
    const [newest] = await history("dead", "held", "delivered");
    // Who asks, the places in the index, the events, and how their deliveries stand.
    const read = ["BatchGetItem", "Query", "BatchGetItem", "BatchGetItem"];
    for (const filter of ["delivery=held&type=payment_intent.succeeded", `endpointId=${shop.endpointId}`]) {
      await shop.api.call("GET", `/v1/events?limit=2&${filter}`);
      expect(targets()).toEqual(read);
      service.dynamodb.clear();
    }
    await shop.api.call("GET", `/v1/events?limit=2&startingAfter=${newest}`);
    // The one to begin after is looked up by its key.
    expect(targets().toSorted()).toEqual([...read, "GetItem"].toSorted());
  });
});

it("one event has its attempts and the body that was sent, byte for byte", async () => {
  shop.receiver.behave = (response) => {
    response.writeHead(503).end("not now");
    shop.receiver.behave = (next) => next.writeHead(204).end();
  };
  const { json } = await shop.api.onEndpoint("test");
  const id = String(json.eventId);
  await service.letPass(60);
  expect(await deliveryOf(id)).toBe("delivered");
  service.dynamodb.clear();
  const reply = await shop.api.call("GET", `/v1/events/${id}`);
  expect(RecordedEvent.safeParse(reply.json).error).toBeUndefined();
  expect(reply.json).toMatchObject({
    id,
    type: "callback.test",
    delivery: "delivered",
    attemptCount: 2,
    deliveries: [
      {
        attempts: [
          { attempt: 1, deliveryRound: 1, status: 503, error: "status_503", answer: "not now" },
          { attempt: 2, deliveryRound: 1, status: 204, error: null, nextAttemptAt: null },
        ],
      },
    ],
  });
  expect(reply.json.body).toBe(String(shop.receiver.received[0]?.rawBody));
  expect(targets()).toEqual(["BatchGetItem", "GetItem", "BatchGetItem"]);
});

it("a redelivery of a dead or held one is accepted, and reaches the server under the same id", async () => {
  for (const id of await history("dead", "held")) {
    const reply = await shop.api.call("POST", `/v1/events/${id}/redeliver`);
    expect(reply).toMatchObject({ status: 202, json: { eventId: id } });
    expect(AcceptedEvent.safeParse(reply.json).error).toBeUndefined();
    const [callback] = await shop.receiver.until(1, ({ eventId }) => eventId === id);
    expect(JSON.parse(String(callback?.rawBody))).toEqual(anEventBody(id));
    await settled(id, "delivered");
  }
});

const window = (sinceMs: number, untilMs: number) => ({
  since: new Date(sinceMs).toISOString(),
  until: new Date(untilMs).toISOString(),
});

it("recovery answers at once: one read to authenticate, the recovery, and no message", async () => {
  await history("dead");
  await shop.api.call("POST", "/v1/events/recover", window(0, HOUR_MS));
  expect(targets()).toEqual(["BatchGetItem", "UpdateItem"]);
  expect(service.sqs.passed.filter(anySend)).toEqual([]);
});

type Fed = { id: string; type: string; body?: string | null };

async function read(query = "", api = shop.api) {
  const { json, headers, status, text } = await api.call("GET", `/v1/events?order=ascending${query}`);
  expect(status, text).toBe(200);
  const after = /[?&]after=([^&>]+)/.exec(headers.get("link") ?? "")?.[1] ?? "";
  const searchedTo = headers.get("svc-searched-to");
  return { events: json as unknown as Fed[], after, text, searchedTo, time: headers.get("svc-time") };
}

async function someEvents(count: number, given: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, newEventId);
  const start = Date.now() - 600_000;
  await putEvents(
    service,
    ids.map((eventId, number) => ({
      eventId,
      merchantId: shop.merchantId,
      delivery: "delivered" as const,
      receivedAt: start + number * 1000,
      ...given,
    })),
  );
  return ids;
}

it("the feed is read oldest first, page by page, and its cursor says the same again where nothing has come", async () => {
  const ids = await someEvents(5);
  const first = await read("&limit=3");
  expect(first.events.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect(first.events[0]).not.toHaveProperty("body");
  const second = await read(`&limit=3&after=${first.after}`);
  expect(second.events.map(({ id }) => id)).toEqual(ids.slice(3));
  const third = await read(`&limit=3&after=${second.after}`);
  expect(third).toMatchObject({ events: [], after: second.after, searchedTo: null });
});

it("every page of the feed says the service's time", async () => {
  const before = Date.now();
  const [empty, full] = [await read(), await someEvents(1).then(() => read())];
  for (const { time } of [empty, full]) {
    expect(Date.parse(String(time))).toBeGreaterThanOrEqual(before);
    expect(Date.parse(String(time))).toBeLessThanOrEqual(Date.now());
  }
});

it("a made-up cursor moves within one's own events only, wherever it points", async () => {
  const other = await service.otherMerchant();
  await putEvents(service, [
    {
      eventId: newEventId(),
      merchantId: merchantIdOf(other),
      delivery: "delivered",
      receivedAt: Date.now() - 1,
    },
  ]);
  const ids = await someEvents(2);
  for (const place of ["!", "0", "nonsense", `${Date.now() - 700_000}#`, "x".repeat(400)]) {
    const { events, after } = await read(`&after=${cursorOf(shop.merchantId, place)}`);
    const isBefore = place < String(Date.now());
    expect({ place, ids: events.map(({ id }) => id) }).toEqual({ place, ids: isBefore ? ids : [] });
    expect(after).not.toBe("");
  }
});

async function events(count: number, delivery: "delivered" | "dead"): Promise<string[]> {
  const made = Array.from({ length: count }, newEventId);
  const { merchantId } = shop;
  const now = Date.now();
  await putEvents(
    service,
    made.map((eventId, index) => ({ eventId, merchantId, receivedAt: now - index * 1000, delivery })),
  );
  return made;
}

async function begin() {
  const [since, until] = [Date.now() - HOUR_MS, Date.now() + 1000].map((at) => new Date(at).toISOString());
  const reply = await shop.api.call("POST", "/v1/events/recover", { since, until });
  const id = String(reply.json.id);
  return { reply, since, until, id, ...eventsWorkKey(shop.merchantId, "recover") };
}

const recoveryOf = (id: string) => shop.api.call("GET", `/v1/event-recoveries/${id}`);
describe("a recovery", () => {
  it("can be followed from its beginning to its end", async () => {
    await events(3, "dead");
    await events(2, "delivered");
    const { reply, id, since, until, ...key } = await begin();
    expect(AcceptedRecovery.safeParse(reply.json).error).toBeUndefined();
    expect(reply.json).toEqual({ id, since, until, by: "receipt" });
    const running = await recoveryOf(id);
    expect(running).toMatchObject({ status: 200 });
    expect(Recovery.safeParse(running.json).error).toBeUndefined();
    expect(running.json).toEqual({ ...reply.json, state: "running", looked: 0, sent: 0 });
    await visitByMessage(service, key);
    expect((await recoveryOf(id)).json).toEqual({ ...reply.json, state: "done", looked: 5, sent: 3 });
    expect((await openItems(service)).filter(({ pk }) => pk === key.pk)).toEqual([]);
  });
});
