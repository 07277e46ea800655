import { describe, expect, it } from "vitest";
import { expectProblem, expectWrongField } from "../../support/expect-problem.ts";
import { useService, useShop } from "../../support/use-service.ts";
import { ledgerWrite } from "../../support/wire-calls.ts";

const service = useService({ muted: true });
const shop = useShop(service);
const path = () => `/v1/callback-endpoints/${shop.endpointId}`;

const writes = () => service.dynamodb.passed.filter(ledgerWrite).length;
const stands = async () => (await shop.api.call("GET", path())).text;

describe("a URL that the sender would reject is rejected by the same rule, and nothing changes", () => {
  it.each([
    ["https", "http://shop.example/callbacks"],
    ["IP address", "https://0x7f.1/"],
    ["public name", "https://payments.internal/"],
  ])("%s: %s", async (rule, url) => {
    const before = await stands();
    service.dynamodb.clear();
    const reply = await shop.api.call("PUT", path(), { url });
    expectWrongField(reply, "/url");
    expect(reply.json.detail).toContain(rule);
    expect(writes()).toBe(0);
    expect(await stands()).toBe(before);
  });

  it.each([
    ["/url", { url: "" }],
    ["/url", { url: 7 }],
    ["/url", { url: "x".repeat(4001) }],
    ["/secret", { url: "https://shop.example", secret: "whsec_mine" }],
  ])("%s: %j", async (pointer, body) => {
    expectWrongField(await shop.api.call("PUT", path(), body), pointer);
    expect(writes()).toBe(0);
  });
});

describe("a rotation is rejected, and nothing changes", () => {
  it.each([-1, 604_801, 1.5, "60", null])("with a grace of %j", async (graceSeconds) => {
    expectWrongField(await shop.api.onEndpoint("rotate-secret", { graceSeconds }), "/graceSeconds");
    expect(writes()).toBe(0);
  });
});

it("a disabled endpoint takes no test event", async () => {
  await shop.api.onEndpoint("disable");
  service.dynamodb.clear();
  const reply = await shop.api.onEndpoint("test");
  expectProblem(reply, 409, "No callback endpoint");
  expect(reply.json.detail).toContain("disabled");
  expect(writes()).toBe(0);
});

describe("diagnose rejects", () => {
  it("a body over 300 KB, and takes one just below, though others end at 16 KB", async () => {
    const send = (bytes: number) =>
      shop.api.onEndpoint("diagnose", { rawBody: "x".repeat(bytes), signatureHeader: "" });
    expectProblem(await send(300 * 1024), 413, "Request too large");
    expect((await send(299 * 1024)).status).toBe(200);
    const url = `https://shop.example/${"x".repeat(17 * 1024)}`;
    expectProblem(await shop.api.call("PUT", path(), { url }), 413, "Request too large");
  });

  it.each([
    ["/rawBody", { signatureHeader: "" }],
    ["/rawBody", { rawBody: {}, signatureHeader: "" }],
    ["/signatureHeader", { rawBody: "" }],
    ["/signatureHeader", { rawBody: "", signatureHeader: "x".repeat(1001) }],
    ["/secret", { rawBody: "", signatureHeader: "", secret: "whsec_x" }],
  ])("%s: %j", async (pointer, body) => {
    expectWrongField(await shop.api.onEndpoint("diagnose", body), pointer);
  });
});

describe("a wrong method", () => {
  it.each([
    ["POST", "", "GET, PUT"],
    ["DELETE", "", "GET, PUT"],
    ["GET", "/enable", "POST"],
    ["PUT", "/rotate-secret", "POST"],
  ])("%s %s is a 405 that allows %s", async (method, action, allow) => {
    const reply = await shop.api.call(method, `${path()}${action}`);
    expectProblem(reply, 405, "Method not allowed");
    expect(reply.headers.get("allow")).toBe(allow);
  });
});
