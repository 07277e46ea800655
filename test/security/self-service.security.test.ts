import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workPartition } from "../../shared/ledger/table.ts";
import { almost, anyCharacter } from "../support/any-character.ts";
import { putEvents } from "../support/events.ts";
import { forgetOpenWork, isOpen, later, MINUTE_MS, sweepUntil } from "../support/open-work.ts";
import { openShop, type Shop } from "../support/shops.ts";
import { useService } from "../support/use-service.ts";
import { anySend } from "../support/wire-calls.ts";

const service = useService({ muted: true });
forgetOpenWork(service);
let victim: Shop;
let stranger: Shop;
beforeAll(async () => {
  victim = await openShop(service);
  stranger = await openShop(service);
});
afterAll(() => {
  victim.receiver.stop();
  stranger.receiver.stop();
});

/** Only the trace differs between two requests; here they bring the same. */
const SAME_TRACE = { headers: { "X-Correlation-Id": "same" } };

async function deadEvents(count: number, svcPaymentId?: string): Promise<string[]> {
  const made = Array.from({ length: count }, () => `evt_${randomUUID().replaceAll("-", "")}`);
  const { merchantId } = victim;
  await putEvents(
    service,
    made.map((eventId) => ({ eventId, merchantId, delivery: "dead", ...(svcPaymentId && { svcPaymentId }) })),
  );
  return made;
}

describe("isolation", () => {
  it.each([
    ["GET", ""],
    ["POST", "/redeliver"],
  ])("another merchant's event answers %s %s with the bytes of an unknown one", async (method, suffix) => {
    const [id = ""] = await deadEvents(1);
    const unknown = `evt_${"f".repeat(id.length - 4)}`;
    const ask = (one: string) =>
      stranger.api.call(method, `/v1/events/${one}${suffix}`, undefined, SAME_TRACE);
    const before = [await service.eventItem(id), await service.deliveryItem(id)];
    const [foreign, missing] = [await ask(id), await ask(unknown)];
    expect(foreign.status).toBe(404);
    expect(foreign.text.replaceAll(id, unknown)).toBe(missing.text);
    expect([await service.eventItem(id), await service.deliveryItem(id)]).toEqual(before);
    expect(service.sqs.passed.filter(anySend)).toEqual([]);
  });

  it("another merchant's payment has no timeline, in the bytes of an unknown one", async () => {
    const { svcPaymentId } = (await victim.api.create({ amountCents: 1000 }, randomUUID())).json;
    const id = String(svcPaymentId);
    const unknown = `svcpay_${"f".repeat(32)}`;
    const ask = (one: string) =>
      stranger.api.call("GET", `/v1/payments/${one}/timeline`, undefined, SAME_TRACE);
    const [foreign, missing] = [await ask(id), await ask(unknown)];
    expect(foreign.status).toBe(404);
    expect(foreign.text.replaceAll(id, unknown)).toBe(missing.text);
  });

  it("another merchant's startingAfter is as good as unknown", async () => {
    const [event = ""] = await deadEvents(1);
    const payment = String((await victim.api.create({ amountCents: 1000 }, randomUUID())).json.svcPaymentId);
    for (const [list, id, unknown] of [
      ["events", event, "evt_unknown"],
      ["payments", payment, `svcpay_${"f".repeat(32)}`],
    ]) {
      const ask = (one: unknown) =>
        stranger.api.call("GET", `/v1/${list}?startingAfter=${one}`, undefined, SAME_TRACE);
      const [foreign, missing] = [await ask(id), await ask(unknown)];
      expect(foreign.status).toBe(400);
      expect(foreign.text).toBe(missing.text);
    }
  });

  it("another merchant's payment as a filter looks like one without events, however many it has", async () => {
    const svcPaymentId = `svcpay_${randomUUID().replaceAll("-", "")}`;
    await deadEvents(5, svcPaymentId);
    const list = (id: string) => stranger.api.call("GET", `/v1/events?limit=2&svcPaymentId=${id}`);
    const [foreign, missing] = [await list(svcPaymentId), await list(`svcpay_${"f".repeat(32)}`)];
    expect(foreign.text).toBe("[]");
    expect(foreign.text).toBe(missing.text);
    expect(foreign.headers.get("link")).toBeNull();
  });

  it("nobody sees another's events and payments in a list, nor by an order's name", async () => {
    await deadEvents(2);
    await victim.api.create({ amountCents: 1000, orderRef: "shared-order" }, randomUUID());
    for (const path of ["/v1/events", "/v1/payments", "/v1/payments?orderRef=shared-order"]) {
      expect((await stranger.api.call("GET", path)).text).toBe("[]");
      expect((await victim.api.call("GET", path)).json.length).toBeGreaterThan(0);
    }
  });

  it("recovering and enabling touch the own events only", async () => {
    const dead = await deadEvents(2);
    const body = {
      since: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 1000).toISOString(),
    };
    expect((await stranger.api.call("POST", "/v1/events/recover", body)).status).toBe(202);
    expect((await stranger.api.onEndpoint("enable")).status).toBe(200);
    // Also the job of the enabling is due by then.
    later(MINUTE_MS);
    await sweepUntil(service, async () => !(await isOpen(service, workPartition(stranger.merchantId))));
    for (const id of dead) expect((await service.deliveryItem(id)).delivery).toBe("dead");
  });

  it("an endpoint is the key's own: nothing that one merchant does to it shows in another's", async () => {
    const before = (await victim.api.call("GET", "/v1/callback-endpoints")).text;
    const api = await service.otherMerchant();
    await api.setEndpoint({ url: "https://shop.example/" });
    await api.onEndpoint("rotate-secret");
    await api.onEndpoint("disable");
    expect((await victim.api.call("GET", "/v1/callback-endpoints")).text).toBe(before);
  });
});

describe("secrets", () => {
  it("a signing secret is answered once and lies nowhere in the clear", async () => {
    const api = await service.otherMerchant();
    const made = await api.setEndpoint({ url: "https://shop.example/" });
    const rotated = await api.onEndpoint("rotate-secret");
    const again = await api.onEndpoint("rotate-secret");
    const items = JSON.stringify(await service.items());
    for (const { json } of [made, rotated, again]) {
      expect(String(json.secret)).toMatch(/^whsec_/);
      expect(items).not.toContain(String(json.secret).slice("whsec_".length));
    }
    const others = [
      await api.call("GET", "/v1/callback-endpoints"),
      await api.setEndpoint({ url: "https://shop.example/2" }),
      await api.onEndpoint("disable"),
      await api.onEndpoint("enable"),
      // A fourth is rejected.
      await api.onEndpoint("rotate-secret"),
      await api.onEndpoint("diagnose", { rawBody: "{}", signatureHeader: "" }),
    ];
    for (const { text } of others) expect(text).not.toMatch(/whsec_|nonce|sealed|sk_(test|live)_/);
  });

  it("an answer that holds a secret is not to be cached", async () => {
    const reply = await victim.api.onEndpoint("rotate-secret", { graceSeconds: 0 });
    expect(reply.json.secret).toMatch(/^whsec_/);
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  it("what a receiver answered is shown to its own merchant alone", async () => {
    victim.receiver.behave = (response) => response.writeHead(200).end("canary-of-the-receiver");
    const { eventId } = (await victim.api.onEndpoint("test")).json;
    await service.eventually(async () => (await service.deliveryItem(eventId)).delivery === "delivered");
    expect((await victim.api.call("GET", `/v1/events/${eventId}`)).text).toContain("canary-of-the-receiver");
    expect((await stranger.api.call("GET", `/v1/events/${eventId}`)).text).not.toContain("canary");
  });
});

describe("hostile input", () => {
  const ENDPOINT = "/v1/callback-endpoints/{id}";

  it.each([
    ["PUT", ENDPOINT, { url: "https://shop.example/" }],
    ["POST", `${ENDPOINT}/rotate-secret`, { graceSeconds: 60 }],
    ["POST", `${ENDPOINT}/diagnose`, { rawBody: "{}", signatureHeader: `t=1,v1=${"0".repeat(64)}` }],
    ["POST", "/v1/events/recover", { since: "2026-07-01T00:00:00Z", until: "2026-07-02T00:00:00Z" }],
    ["POST", "/v1/events/evt_1/redeliver", { force: true }],
  ])("%s %s never answers a 5xx", async (method, path, body) => {
    const { api, receiver, endpointId } = await openShop(service);
    const asked = path.replace("{id}", endpointId);
    await fc.assert(
      fc.asyncProperty(almost(body), async (sent) => {
        expect((await api.call(method, asked, sent)).status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
    receiver.stop();
  });

  it.each(["/v1/events", "/v1/payments"])("a query of %s never answers a 5xx", async (path) => {
    const name = fc.oneof(
      fc.constantFrom("limit", "startingAfter", "orderRef", "status", "type", "delivery", "svcPaymentId"),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, fc.string({ unit: anyCharacter })), async (query) => {
        const reply = await stranger.api.call("GET", `${path}?${new URLSearchParams(query)}`);
        expect(reply.status).toBeLessThan(500);
      }),
      { numRuns: 30 },
    );
  });
});
