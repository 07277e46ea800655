import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { cursorOf } from "../../../shared/domain/events/feed.ts";
import { pack } from "../../../shared/ledger/packed.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { anEventBody, changeEvent, newEventId, putEvents } from "../../support/events.ts";
import { expectWrongField } from "../../support/expect-problem.ts";
import { restoreItem } from "../../support/ledger-edits.ts";
import { merchantIdOf } from "../../support/onboarding.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });
const shop = useShop(service);

const table = () => ({ table: service.table, tableName: service.stack.tableName });

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

it("a cursor stays good when its event has expired, and moves on over what a filter leaves out", async () => {
  const ids = await someEvents(4);
  const { after } = await read("&limit=2");
  for (const id of ids.slice(0, 2)) await restoreItem(table(), eventKey(id));
  expect((await read(`&after=${after}`)).events.map(({ id }) => id)).toEqual(ids.slice(2));
  const filtered = await read("&type=refund.failed");
  expect(filtered.events).toEqual([]);
  // A follower learns how old what it was not shown is.
  expect(filtered.searchedTo).toBe((await read()).searchedTo);
  expect(Date.parse(String(filtered.searchedTo))).toBeLessThan(Date.now() - 500_000);
  expect((await read(`&after=${filtered.after}`)).events).toEqual([]);
});

it("bodies come in the endpoint's payload: the processor's bytes, redacted for lesser keys, or rendered now", async () => {
  const { event, svcPaymentId } = await sell(service, shop);
  await service.webhook(event);
  await shop.receiver.until(1);
  const whole = await read("&include=body");
  expect(whole.events[0]?.body).toBe(JSON.stringify(event, null, 2));
  const lesser = await read("&include=body", await service.keyWith(shop.api, "read"));
  expect(lesser.events[0]?.body).not.toBe(whole.events[0]?.body);
  expect(lesser.text).not.toContain("_secret_");
  await shop.api.setEndpoint({ url: shop.receiver.url, payload: "service" });
  const [rendered] = (await read("&include=body", await service.keyWith(shop.api, "read"))).events;
  expect(JSON.parse(String(rendered?.body))).toMatchObject({
    payload: "service",
    type: "payment.succeeded",
    payment: { svcPaymentId },
  });
  await changeEvent(service, event.id, { svcPaymentId: undefined });
  expect((await read("&include=body")).events[0]?.body).toBeNull();
});

it("lesser keys read of a payout and a refund what the processor calls it, and no text beside it", async () => {
  const [eventId] = await someEvents(1);
  const payout = {
    object: "payout",
    type: "bank_account",
    status: "failed",
    method: "instant",
    failure_code: "invalid_account_number_length",
    failure_message: "Anna's account does not exist.",
    reconciliation_status: "in_progress",
  };
  const refund = {
    object: "refund",
    status: "failed",
    failure_reason: "charge_for_pending_refund_disputed",
    pending_reason: "insufficient_funds",
    description: "anna",
    metadata: { reason: "anna" },
  };
  const body = pack(JSON.stringify({ object: "event", data: { object: [payout, refund] } }));
  await changeEvent(service, String(eventId), { body });
  const { events } = await read("&include=body", await service.keyWith(shop.api, "read"));
  expect(JSON.parse(String(events[0]?.body)).data.object).toEqual([
    { ...payout, failure_message: "•••" },
    { ...refund, description: "•••", metadata: { "•••": "•••" } },
  ]);
});

it.each([
  ["of one byte", () => randomBytes(110_000).toString("hex")],
  ["of three bytes", () => "料".repeat(70_000) + randomBytes(5_000).toString("hex")],
])("a page with bodies in characters %s ends before 4 MB and goes on where it ended", async (_, fill) => {
  const ids = await someEvents(24);
  const stored: Fed[] = [];
  for (const [number, id] of ids.entries()) {
    const body = JSON.stringify({ ...anEventBody(id), filler: fill(), number });
    await changeEvent(service, id, { body: pack(body) });
    stored.push({ id, type: "payment_intent.succeeded", body });
  }
  const seen: Fed[] = [];
  for (let after = "", page = 0; page < 4; page++) {
    const answer = await read(`&include=body${after && `&after=${after}`}`);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(4_200_000);
    seen.push(...answer.events.map(({ id, type, body }) => ({ id, type, body: body ?? null })));
    after = answer.after;
  }
  expect(seen.map(({ id }) => id)).toEqual(ids);
  // One by one: a difference in megabytes is not to be printed.
  for (const [place, { id, body }] of stored.entries()) expect(seen[place]?.body === body, id).toBe(true);
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
