import { expect, it } from "vitest";
import { cursorOf } from "../../../shared/domain/events/feed.ts";
import { newEventId, putEvents } from "../../support/events.ts";
import { expectWrongField } from "../../support/expect-problem.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);

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

it("a malformed cursor, another merchant's, and what does not go together are rejected", async () => {
  await someEvents(1);
  const { after } = await read();
  const rejected = async (query: string, pointer: string, api = shop.api) =>
    expectWrongField(await api.call("GET", `/v1/events?${query}`), pointer);
  await rejected("order=ascending&after=nonsense", "/after");
  await rejected(`order=ascending&after=${after}A`, "/after");
  await rejected(`order=ascending&after=${after}`, "/after", await service.otherMerchant());
  await rejected(`after=${after}`, "/order");
  await rejected("include=body", "/order");
  await rejected("order=sideways", "/order");
  await rejected("order=ascending&startingAfter=evt_1", "/startingAfter");
  // What is pending is dead later: a feed of states would pass it by for ever.
  await rejected("order=ascending&delivery=dead", "/delivery");
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
