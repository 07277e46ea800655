import { request as httpRequest } from "node:http";
import { describe, expect, it, vi } from "vitest";
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

/** The status; that of a request which was let in is the listener's own affair. */
async function ask(
  listener: Listener,
  headers: Record<string, string> = {},
  { method = "GET", path = "/v1/openapi.json" } = {},
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = httpRequest(LISTENERS[listener]() + path, { method, headers }, (response) => {
    response.resume();
    response.on("end", () => resolve(response.statusCode ?? 0));
  });
  request.on("error", reject);
  request.end(method === "POST" ? "{}" : undefined);
  return promise;
}

const REFUSED = [403, 421];
const portOf = (listener: Listener) => new URL(LISTENERS[listener]()).port;

describe.each(Object.keys(LISTENERS) as Listener[])("the %s", (listener) => {
  it.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.", "10.0.0.1", "0.0.0.0"])(
    "refuses the name %s, which a website lets point to this machine",
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
    ["a frame", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe" }],
  ])("refuses %s", async (_, headers) => {
    expect(await ask(listener, headers)).toBe(403);
    expect(await ask(listener, headers, { method: "POST" })).toBe(403);
  });

  it("refuses a form that a foreign site sends in a tab, and a question before a request", async () => {
    const opened = {
      "Sec-Fetch-Site": "cross-site",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "document",
    };
    expect(await ask(listener, opened, { method: "POST" })).toBe(403);
    expect(await ask(listener, { Origin: "https://evil.example" }, { method: "OPTIONS" })).toBe(403);
  });

  it("lets in what is no browser, under each name of this machine", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"]) {
      expect(REFUSED).not.toContain(await ask(listener, { Host: `${name}:${portOf(listener)}` }));
      expect(REFUSED).not.toContain(await ask(listener, { Host: name }, { method: "POST" }));
    }
  });

  it("lets in its own pages, and a link that a person follows from elsewhere", async () => {
    const host = `localhost:${portOf(listener)}`;
    const own = { Host: host, Origin: `http://${host}`, "Sec-Fetch-Site": "same-origin" };
    expect(REFUSED).not.toContain(await ask(listener, own, { method: "POST" }));
    expect(REFUSED).not.toContain(await ask(listener, { "Sec-Fetch-Site": "none" }));
    const link = {
      "Sec-Fetch-Site": "cross-site",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "document",
    };
    expect(REFUSED).not.toContain(await ask(listener, link));
  });

  it("lets in a tunnel that ALLOWED_HOSTS names, whether or not it keeps its name", async () => {
    const Origin = "https://shop.tunnel.example";
    for (const Host of ["shop.tunnel.example", "shop.tunnel.example:443", `127.0.0.1:${portOf(listener)}`])
      expect(REFUSED).not.toContain(await ask(listener, { Host, Origin }, { method: "POST" }));
    expect(REFUSED).not.toContain(await ask(listener, { Host: "other.example" }));
    expect(await ask(listener, { Host: "tunnel.example" })).toBe(421);
    expect(await ask(listener, { Host: "shop.tunnel.example", Origin: "https://evil.example" })).toBe(403);
  });
});

it("goes on after a refusal: a payment is made as ever", async () => {
  expect(await ask("table", { Origin: "https://evil.example" }, { method: "POST" })).toBe(403);
  expect((await service.api.create({ amountCents: 1000 }, "after")).status).toBe(201);
});
