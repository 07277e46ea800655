import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RecordedEvent } from "../../../shared/contract/events.ts";
import { cursorOf } from "../../../shared/domain/events/feed.ts";
import type { Reply } from "../../support/api.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { forgetOpenWork } from "../../support/open-work.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { anySend } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
const shop = useShop(service);

const HOUR_MS = 3_600_000;
const _rows = ({ json }: Reply) => json as unknown as Record<string, unknown>[];
const newId = () => `evt_${randomUUID().replaceAll("-", "")}`;
const targets = () => service.dynamodb.passed.map(({ target }) => target);
const deliveryOf = async (id: string) => (await shop.api.call("GET", `/v1/events/${id}`)).json.delivery;

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
