import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";

vi.stubEnv("CALLBACK_ALLOW_LOOPBACK", "true");
const { post } = await import("../../../shared/callbacks/post.ts");

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: Buffer };

let server: Server;
let url: string;
let connections = 0;
let answer: (response: ServerResponse) => void;
const seen: Seen[] = [];
beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks) });
    answer(response);
  });
  server.on("connection", () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  seen.length = 0;
  connections = 0;
  answer = (response) => response.writeHead(200).end("thanks");
});

const openConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

it("posts the bytes and headers as given, with their length", async () => {
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  const result = await post(`${url}/callbacks?a=1`, { "Svc-Event-Id": "evt_1" }, body);
  expect(result).toMatchObject({ ok: true, status: 200, answer: "thanks" });
  expect(seen).toMatchObject([{ method: "POST", url: "/callbacks?a=1", body }]);
  expect(seen[0]?.headers).toMatchObject({ "svc-event-id": "evt_1", "content-length": "4" });
  expect(seen[0]?.headers["transfer-encoding"]).toBeUndefined();
});

it.each([
  [200, true],
  [204, true],
  [299, true],
  [300, false],
  [304, false],
  [400, false],
  [410, false],
  [500, false],
])("an answer of %d is a success: %s", async (status, ok) => {
  answer = (response) => response.writeHead(status).end();
  const result = await post(url, {}, Buffer.from("{}"));
  expect(result).toMatchObject({ ok, status });
  expect(result.error).toBe(ok ? undefined : `status_${status}`);
});

it.each([301, 302, 303, 307, 308])(
  "18: a redirect (%d) is a failure and nobody follows it",
  async (status) => {
    answer = (response) => response.writeHead(status, { Location: `${url}/elsewhere` }).end();
    expect(await post(url, {}, Buffer.from("{}"))).toMatchObject({
      ok: false,
      status,
      error: `status_${status}`,
    });
    expect(seen.map((request) => request.url)).toEqual(["/"]);
  },
);

it("reads the receiver's wish to be left alone for a while", async () => {
  answer = (response) => response.writeHead(429, { "Retry-After": "77" }).end();
  expect(await post(url, {}, Buffer.from("{}"))).toMatchObject({ ok: false, retryAfterSeconds: 77 });
});

it("dials anew for every call, and keeps no connection", async () => {
  for (let calls = 0; calls < 3; calls++) await post(url, {}, Buffer.from("{}"));
  expect(connections).toBe(3);
  await expect.poll(openConnections).toBe(0);
});

it("keeps 1 KB of an answer, and hangs up after 64 KB though it goes on", async () => {
  answer = (response) => response.writeHead(200).write("x".repeat(64 * 1024 + 1));
  const result = await post(url, {}, Buffer.from("{}"));
  expect(result).toMatchObject({ ok: true, answer: "x".repeat(1024) });
  await expect.poll(openConnections).toBe(0);
});

it("ignores proxy variables, even where Node itself is told to obey them", async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"];
  const env = {
    ...process.env,
    ...Object.fromEntries(names.map((name) => [name, address])),
    NO_PROXY: "",
    no_proxy: "",
    NODE_USE_ENV_PROXY: "1",
  };
  const sender = new URL("../../../shared/callbacks/post.ts", import.meta.url).href;
  const program = `
    const { post } = await import(${JSON.stringify(sender)});
    const { get } = await import("node:http");
    await new Promise((resolve) => get(${JSON.stringify(`${url}/by-get`)}, (answer) => answer.resume().on("end", resolve)));
    console.log(JSON.stringify(await post(${JSON.stringify(`${url}/by-post`)}, {}, Buffer.from("{}"))));
  `;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    env,
    timeout: 10_000,
  });
  const { stdout } = await run.finally(() => proxy.close());
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  expect(seen.map((request) => request.url)).toEqual(["/by-post"]);
  // The variables do work: a plain request went through the proxy.
  expect(asked).toEqual([`${url}/by-get`]);
});
