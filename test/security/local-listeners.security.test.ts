import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { BROWSER_HEADERS } from "../../shared/lambda/every-answer.ts";
import { useService } from "../support/use-service.ts";

/** Whatever website is open in a browser on this machine: it must not be able to use a running local stack. */
vi.stubEnv("ALLOWED_HOSTS", "shop.tunnel.example, Other.Example");

const service = useService({ muted: true });

const LISTENERS = {
  gateway: () => service.stack.baseUrl,
  simulator: () => service.stack.processorUrl,
  table: () => service.stack.dynamodbUrl,
  queue: () => service.stack.sqsUrl,
  secrets: () => String(process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER),
};

type Listener = keyof typeof LISTENERS;

type Headers = Record<string, string>;
type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

async function send(
  listener: Listener,
  headers: Headers = {},
  { method = "GET", path = "/v1/openapi.json" } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(LISTENERS[listener]());
  const request = httpRequest({ hostname, port, path, method, headers }, async (response) =>
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    }),
  );
  request.on("error", reject);
  request.end(method === "POST" ? "{}" : undefined);
  return promise;
}

/** The status; that of a request which was let in is the listener's own affair. */
const ask = async (...request: Parameters<typeof send>): Promise<number> => (await send(...request)).status;

const REJECTED = [403, 421];
/** A foreign site opens an address in a tab. */
const OPENED = {
  ...{ "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" },
};
const portOf = (listener: Listener) => new URL(LISTENERS[listener]()).port;

describe.each(Object.keys(LISTENERS) as Listener[])("the %s", (listener) => {
  it("listens on 127.0.0.1 alone: other machines, and other addresses of this one, do not reach it", async () => {
    const otherAddress = `http://127.0.0.2:${portOf(listener)}`;
    await expect(fetch(otherAddress)).rejects.toThrow();
  });

  it.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.", "10.0.0.1", "0.0.0.0"])(
    "rejects the name %s, which a website lets point to this machine",
    async (Host) => {
      expect(await ask(listener, { Host })).toBe(421);
      expect(await ask(listener, { Host, Origin: `http://${Host}` }, { method: "POST" })).toBe(421);
      expect(await ask(listener, { Host, "Sec-Fetch-Site": "same-origin" })).toBe(421);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["a foreign Origin", { Origin: "https://evil.example" }],
    ["an Origin that is hidden", { Origin: "null" }],
    ["another port of this machine", { Origin: "http://127.0.0.1:1" }],
    ["a foreign site", { "Sec-Fetch-Site": "cross-site" }],
    ["another port's site", { "Sec-Fetch-Site": "same-site" }],
    ["a frame", { ...OPENED, "Sec-Fetch-Dest": "iframe" }],
  ])("rejects %s", async (_, headers) => {
    expect(await ask(listener, headers)).toBe(403);
    expect(await ask(listener, headers, { method: "POST" })).toBe(403);
  });

  it("rejects a form that a foreign site sends in a tab, and a question before a request", async () => {
    expect(await ask(listener, OPENED, { method: "POST" })).toBe(403);
    expect(await ask(listener, { Origin: "https://evil.example" }, { method: "OPTIONS" })).toBe(403);
  });

  it("lets in what is no browser, under each name of this machine", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"]) {
      expect(REJECTED).not.toContain(await ask(listener, { Host: `${name}:${portOf(listener)}` }));
      expect(REJECTED).not.toContain(await ask(listener, { Host: name }, { method: "POST" }));
    }
  });

  it("lets in its own pages, and a link that a person follows from elsewhere", async () => {
    const host = `localhost:${portOf(listener)}`;
    const own = { Host: host, Origin: `http://${host}`, "Sec-Fetch-Site": "same-origin" };
    expect(REJECTED).not.toContain(await ask(listener, own, { method: "POST" }));
    expect(REJECTED).not.toContain(await ask(listener, { "Sec-Fetch-Site": "none" }));
    expect(REJECTED).not.toContain(await ask(listener, OPENED));
  });

  it("lets in a tunnel that ALLOWED_HOSTS names, whether or not it keeps its name", async () => {
    const Origin = "https://shop.tunnel.example";
    for (const Host of ["shop.tunnel.example", "shop.tunnel.example:443", `127.0.0.1:${portOf(listener)}`])
      expect(REJECTED).not.toContain(await ask(listener, { Host, Origin }, { method: "POST" }));
    expect(REJECTED).not.toContain(await ask(listener, { Host: "other.example" }));
    expect(await ask(listener, { Host: "tunnel.example" })).toBe(421);
    expect(await ask(listener, { Host: "shop.tunnel.example", Origin: "https://evil.example" })).toBe(403);
  });
});

/** What is beside the service is for the person at this machine: it gives sessions, keys and bodies away. */
describe("the demo merchant's own doors", () => {
  const DOORS = ["/", "/demo/docs", "/demo/shop", "/demo/callbacks"];
  const here = () => `127.0.0.1:${portOf("gateway")}`;

  it.each<[string, () => Headers]>([
    ["a tunnel that keeps its name", () => ({ Host: "shop.tunnel.example" })],
    ["a tunnel that says for whom it asks", () => ({ Host: here(), "X-Forwarded-For": "203.0.113.7" })],
    ["one that says by which name", () => ({ Host: here(), "X-Forwarded-Host": "shop.tunnel.example" })],
    ["one that says it as the standard does", () => ({ Host: here(), Forwarded: "for=203.0.113.7" })],
    ["a page behind a tunnel", () => ({ Host: here(), Origin: "https://shop.tunnel.example" })],
  ])("do not open through %s", async (_, headers) => {
    for (const path of DOORS) {
      const { status, headers: answered, body } = await send("gateway", headers(), { path });
      expect([path, status, answered.location]).toEqual([path, 404, undefined]);
      expect(body).not.toContain(service.stack.demo.apiKey);
    }
    expect(await ask("gateway", headers(), { method: "POST", path: "/demo/shop/orders" })).toBe(404);
  });

  it("open at this machine", async () => {
    for (const path of DOORS) expect(await ask("gateway", { Host: here() }, { path })).toBeLessThan(400);
  });

  it("take callbacks from everywhere, by their signature", async () => {
    const request = { method: "POST", path: "/demo/callbacks" };
    expect(await ask("gateway", { Host: "shop.tunnel.example" }, request)).toBe(400);
    expect(await ask("gateway", { Host: here(), "X-Forwarded-For": "203.0.113.7" }, request)).toBe(400);
  });
});

describe("whoever answers tells a browser to be careful", () => {
  const careful = Object.fromEntries(
    Object.entries(BROWSER_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
  );

  it.each(Object.keys(LISTENERS) as Listener[])("the %s, when it rejects", async (listener) => {
    expect((await send(listener, { Host: "evil.example" })).headers).toMatchObject(careful);
    expect((await send(listener, { Origin: "https://evil.example" })).headers).toMatchObject(careful);
  });

  it("the gateway, for itself and at its side doors", async () => {
    const malformed = await send("gateway", {}, { path: "http://[" });
    expect(malformed).toMatchObject({ status: 400, headers: careful });
    for (const path of ["/", "/demo/docs", "/demo/shop", "/demo/callbacks", "/demo/shop/orders/none"])
      expect((await send("gateway", {}, { path })).headers).toMatchObject(careful);
  });
});

it("goes on after a rejection: a payment is made as ever", async () => {
  expect(await ask("table", { Origin: "https://evil.example" }, { method: "POST" })).toBe(403);
  expect((await service.api.create({ amountCents: 1000 }, "after")).status).toBe(201);
});
