import { describe, expect, it } from "vitest";
import { eventKey } from "../../../shared/ledger/table.ts";
import { changeEvent } from "../../support/events.ts";
import { visitByMessage } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

const service = useService({ muted: true });

const PAYMENT = `svcpay_${"0a".repeat(16)}`;
const LINK = /^\/console#code=svc_code_\w+/;

const open = (path: string) => fetch(service.stack.baseUrl + path, { redirect: "manual" });
const linkOf = (response: Response) => response.headers.get("location") ?? "";
const codeOf = (response: Response) => new URLSearchParams(linkOf(response).split("#")[1]).get("code") ?? "";

/** As the page exchanges a link's code. */
const enter = (code: string) =>
  fetch(`${service.stack.baseUrl}/console/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: service.stack.baseUrl },
    body: JSON.stringify({ code }),
  });

describe("GET /", () => {
  it("leads to the console by a link that works once, for the demo merchant", async () => {
    const response = await open("/");
    expect(response.status).toBe(303);
    expect(linkOf(response)).toMatch(/^\/console#code=svc_code_\w+$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("set-cookie")).toBeNull();
    const entered = await enter(codeOf(response));
    expect(entered.status).toBe(200);
    expect(await entered.json()).toMatchObject({
      access: "owner",
      merchantId: service.stack.demo.merchantId,
      madeBy: "key",
    });
    expect((await enter(codeOf(response))).status).toBe(401);
  });

  it.each([`payments/${PAYMENT}`, "events/evt_1Example"])("carries what is to be shown: %s", async (to) => {
    const link = linkOf(await open(`/?to=${to}`));
    expect(link).toMatch(LINK);
    expect(new URLSearchParams(link.split("#")[1]).get("to")).toBe(`/${to}`);
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "payments",
    `payments/${PAYMENT}/x`,
    `payments/${PAYMENT}?x`,
    `../payments/${PAYMENT}`,
    "payments/svcpay_1",
    `payments/${PAYMENT}%0d%0aX: y`,
    `events/${PAYMENT}`,
    "events/evt_1?x",
    "payments/evt_1Example",
    "",
  ])("leads to the console itself, and nowhere else, for ?to=%s", async (to) => {
    const link = linkOf(await open(`/?to=${to}`));
    expect(link).toMatch(/^\/console#code=svc_code_\w+$/);
  });
});

it("is one path and one method", async () => {
  expect((await fetch(`${service.stack.baseUrl}/`, { method: "POST" })).status).toBe(404);
  expect((await open("/index.html")).status).toBe(404);
});
const shop = useShop(service);

const linkReads = (): number =>
  service.dynamodb.passed.filter(({ target, body }) => target === "GetItem" && body.includes("ACCOUNT#"))
    .length;

it("a function reads for itself whose account it is, which another has read and remembers", async () => {
  const { event } = await sell(service, shop);
  expect((await service.webhook(event)).status).toBe(200);
  await shop.receiver.until(1);
  const readByWebhook = linkReads();
  expect(readByWebhook).toBeGreaterThan(0);
  const again = await sell(service, shop);
  expect((await service.webhook(again.event)).status).toBe(200);
  await shop.receiver.until(2);
  expect(linkReads(), "the webhook remembers").toBe(readByWebhook);
  // The receiver has it a moment before the ledger says so.
  await service.eventually(async () => (await service.deliveryItem(again.event.id)).delivery === "delivered");
  await changeEvent(service, again.event.id, { finishedAt: undefined });
  await visitByMessage(service, eventKey(again.event.id));
  expect(linkReads(), "open-work cannot know it yet").toBe(readByWebhook + 1);
});
