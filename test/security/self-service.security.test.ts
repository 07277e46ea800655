import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workPartition } from "../../shared/ledger/table.ts";
import { putEvents } from "../support/events.ts";
import { forgetOpenWork, isOpen, later, MINUTE_MS, sweepUntil } from "../support/open-work.ts";
import { openShop, type Shop } from "../support/shops.ts";
import { useService } from "../support/use-service.ts";

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
