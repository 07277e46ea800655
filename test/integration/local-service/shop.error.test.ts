import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { close, listen } from "../../../infra/local/http-listen.ts";
import { ShopServer } from "../../../infra/local/shop/shop-server.ts";
import { useService } from "../../support/use-service.ts";
import { intentCreation } from "../../support/wire-calls.ts";

const service = useService({ muted: true });

const UNKNOWN = "/demo/shop/orders/shop-000000000000";

async function ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(service.stack.baseUrl + path, { method, ...(body && { body }) });
  return { status: response.status, text: await response.text() };
}

describe("the shop's server rejects", () => {
  it.each([
    [404, "GET", UNKNOWN],
    [404, "POST", `${UNKNOWN}/pay`],
    [404, "GET", "/demo/shop/orders"],
    [404, "GET", "/demo/shop/orders/shop-1"],
    [404, "GET", "/demo/shop/orders/%2e%2e"],
    [404, "GET", "/demo/shop/nothing"],
    [404, "POST", "/demo/shop"],
  ])("with %i: %s %s, and makes no payment", async (status, method, path) => {
    expect((await ask(method, path, method === "POST" ? "card" : undefined)).status).toBe(status);
    expect((await service.api.call("GET", "/v1/payments")).json).toEqual([]);
  });

  it("what is no way to pay, and other things to do with an order", async () => {
    const { text } = await ask("POST", "/demo/shop/orders");
    const path = `/demo/shop/orders/${JSON.parse(text).orderRef}`;
    expect((await ask("POST", `${path}/pay`, "gold")).status).toBe(400);
    expect((await ask("POST", `${path}/pay`, "pm_card_visa")).status).toBe(400);
    expect((await ask("POST", path, "card")).status).toBe(405);
    expect((await ask("GET", `${path}/pay`)).status).toBe(405);
    expect(JSON.parse((await ask("GET", path)).text)).toMatchObject({ status: "requires_payment_method" });
  });
});

it("says in one sentence that the service could not do it", async () => {
  const body = { error: { type: "api_error" } };
  service.processor.inject(intentCreation, { kind: "answer", status: 500, body }, 9);
  const { status, text } = await ask("POST", "/demo/shop/orders");
  service.processor.clear();
  expect(status).toBe(502);
  expect(JSON.parse(text).message).toMatch(/^Processor unavailable\. /);
});

it("a day does not pass twice at once: the second click hears why", async () => {
  const busy = createServer((_, response) => response.writeHead(409).end("{}"));
  const processorUrl = await listen(busy, 0);
  const shop = new ShopServer(
    { ...service.stack.demo, processorUrl },
    { isDown: false, rejected: [], list: () => [] },
  );
  await expect(shop.passDay()).rejects.toThrow(
    "Could not advance the clock. It is being advanced already. Wait until that is done.",
  );
  await close(busy);
});

it("is a neighbor of paths that are not its own", async () => {
  expect((await ask("GET", "/demo/shops")).status).toBe(404);
  expect((await ask("GET", "/demo")).status).toBe(404);
});

it.each(["/demo/shop", UNKNOWN, "/demo/callbacks", "/demo/docs", "/"])(
  "%s is embedded nowhere, and tells nobody where a person came from",
  async (path) => {
    const { headers } = await fetch(service.stack.baseUrl + path, { redirect: "manual" });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  },
);
