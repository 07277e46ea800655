import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { expectProblem } from "../../support/expect-problem.ts";
import { useService } from "../../support/use-service.ts";

/** The front door: API Gateway's routing, on targets that no client library would send. */
const service = useService({ muted: true });

/** The status and body of the answer to a target that is sent as it is. */
function ask(target: string, method = "GET"): Promise<{ status: number; body: string }> {
  const { hostname, port, host } = new URL(service.stack.baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (text) => {
    answer += text;
  });
  socket.on("error", reject);
  socket.on("close", () => {
    // What is between the outermost braces is the body, also where it came in chunks.
    const [body = ""] = /\{.*\}/s.exec(answer) ?? [];
    resolve({ status: Number(answer.split(" ")[1]), body });
  });
  const key = `X-Api-Key: ${service.stack.demo.apiKey}`;
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nConnection: close\r\n\r\n`);
  return promise;
}

const MEGABYTE = 1024 * 1024;

it("a body above the gateway's limit is answered with 413, and the next request on the same connection is answered too", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string, body: Buffer) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      port: number | undefined;
    }>();
    const headers = { "X-Api-Key": service.stack.demo.apiKey, "Content-Length": body.length };
    const asked = request(`${service.stack.baseUrl}${path}`, { agent, method, headers }, (answer) => {
      const { localPort: port } = answer.socket;
      answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, port }));
    });
    asked.on("error", reject).end(body);
    return promise;
  };
  const rejected = await send("POST", "/v1/payments/intents", Buffer.alloc(11 * MEGABYTE, "x"));
  expect(rejected.status).toBe(413);
  expect(await send("GET", "/v1/payments", Buffer.alloc(0))).toEqual({ status: 200, port: rejected.port });
  agent.destroy();
});

it.each(["*", "v1/payments", "?x", "http://", "http://[", "mailto:a@b.example"])(
  "a malformed target is a 400: %s",
  async (target) => {
    expect(await ask(target, target === "*" ? "OPTIONS" : "GET")).toMatchObject({ status: 400 });
  },
);

describe("nothing is normalized: what matches no route is a 404", () => {
  it.each([
    "//",
    "//[",
    "//v1/payments",
    "/v1//payments",
    "/v1/payments/",
    "/v1/./payments",
    "/v1/events/../payments",
    "/v1/events/%2e%2e/payments",
    "/v1/%70ayments",
    "/V1/payments",
    "/v1\\payments",
    "/v1/payments#top",
    "/v1/payments/a%2fb/timeline/x",
  ])("%s", async (target) => {
    const { status, body } = await ask(target);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ title: "Not found", instance: target.split("?")[0] });
  });

  it("a target with its origin, and one with a query, is the same path", async () => {
    expect((await ask("/v1/payments?limit=1")).status).toBe(200);
    expect((await ask(`${service.stack.baseUrl}/v1/payments?limit=1`)).status).toBe(200);
    expect((await ask("/v1/payments?limit=%31")).status).toBe(200);
  });
});

it.each([
  ["GET", "/v1/payments/intents", "POST"],
  ["PUT", "/v1/payments/intents", "POST"],
  ["GET", "/v1/events/recover", "POST"],
  ["DELETE", "/v1/payments", "GET"],
  ["POST", "/v1/payments/svcpay_1", "GET"],
])(
  "a path that only another method knows is a 405, also where a template would match it: %s %s, allowed is %s",
  async (method, path, allowed) => {
    const reply = await service.api.call(method, path);
    expectProblem(reply, 405, "Method not allowed");
    expect(reply.headers.get("allow")).toBe(allowed);
  },
);
