import { request as httpRequest, type IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createGateway } from "../../../infra/local/gateway.ts";
import { type Handler, routeHandlers } from "../../../infra/local/handlers.ts";
import { close, listen } from "../../../infra/local/http-listen.ts";

/** The front door's cookies: to functions as API Gateway hands them over, to browsers as they take them from loopback. */
let seen: APIGatewayProxyEventV2 | undefined;
let result: APIGatewayProxyStructuredResultV2 = {};
let url = "";

const handler: Handler = async (event) => {
  seen = event;
  return result;
};
const gateway = createGateway(routeHandlers(new Map([["not-found", handler]])), {
  sideDoors: { here: [], everywhere: [] },
});

beforeAll(async () => {
  vi.stubEnv("ALLOWED_HOSTS", "tunnel.example");
  url = await listen(gateway, 0);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await close(gateway);
});

async function ask(headers: Record<string, string | string[]>): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  httpRequest(`${url}/anything`, { headers }, resolve).on("error", reject).end();
  const answer = await promise;
  answer.resume();
  return answer;
}

describe("a request's cookies", () => {
  it("are a list beside the headers, and no header", async () => {
    await ask({ Cookie: "a=1; b=two words;c=x=y" });
    expect(seen?.cookies).toEqual(["a=1", "b=two words", "c=x=y"]);
    expect(seen?.headers).not.toHaveProperty("cookie");
  });

  it("are absent where there are none", async () => {
    await ask({});
    expect(seen).not.toHaveProperty("cookies");
    await ask({ Cookie: " ; " });
    expect(seen).not.toHaveProperty("cookies");
  });

  it("have the console's under the name that functions know, two of them as two", async () => {
    await ask({ Cookie: "svc-console-ses_1=one; svc-console2=other; __Host-svc-console-ses_1=two" });
    expect(seen?.cookies).toEqual([
      "__Host-svc-console-ses_1=one",
      "svc-console2=other",
      "__Host-svc-console-ses_1=two",
    ]);
    await ask({ Cookie: ["svc-console-ses_1=one", "svc-console-ses_1=two"] });
    expect(seen?.cookies).toEqual(["__Host-svc-console-ses_1=one", "__Host-svc-console-ses_1=two"]);
  });
});

describe("a result's cookies", () => {
  const SET = "__Host-svc-console-ses_1=secret; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800";

  it("become a header each; over plain http the console's demands nothing that a browser may reject", async () => {
    result = { statusCode: 200, cookies: [SET, "other=1; Secure"] };
    const { headers } = await ask({});
    expect(headers["set-cookie"]).toEqual([
      "svc-console-ses_1=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=28800",
      "other=1; Secure",
    ]);
  });

  it("stay as they are through a tunnel with TLS, and are taken so", async () => {
    result = { statusCode: 200, cookies: [SET] };
    const through = { Host: "tunnel.example", "X-Forwarded-Proto": "https" };
    const { headers } = await ask({
      ...through,
      Cookie: "svc-console-ses_1=one; __Host-svc-console-ses_1=two",
    });
    expect(headers["set-cookie"]).toEqual([SET]);
    expect(seen?.cookies).toEqual(["svc-console-ses_1=one", "__Host-svc-console-ses_1=two"]);
    expect(seen?.headers["x-forwarded-proto"]).toBe("https");
  });

  it("take no caller's word for TLS on this machine", async () => {
    await ask({ "X-Forwarded-Proto": "https" });
    expect(seen?.headers["x-forwarded-proto"]).toBe("http");
  });
});
