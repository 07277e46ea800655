import { statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const stateDir = temporaryFolder();
let stack: SpawnedStack;
beforeAll(async () => {
  stack = await SpawnedStack.start(stateDir);
});
afterAll(cleanUp);

describe("a stack that was started", () => {
  it("writes demo.json with exactly what is documented, for its owner alone", () => {
    const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(stack.demo).toEqual({
      baseUrl: address,
      apiKey: expect.stringMatching(/^svc_live_/),
      merchantId: expect.stringMatching(/^mer_/),
      connectedAccountId: expect.stringMatching(/^acct_/),
      publishableKey: expect.stringMatching(/^pk_test_/),
      processorUrl: address,
      processorSecretKey: expect.stringMatching(/^sk_test_/),
      webhookUrl: `${stack.demo.baseUrl}/webhooks/processor`,
      webhookSecret: expect.stringMatching(/^whsec_/),
      callbackUrl: `${stack.demo.baseUrl}/demo/callbacks`,
      callbackSecret: expect.stringMatching(/^whsec_.{40,}/),
    });
    expect(statSync(join(stateDir, "demo.json")).mode & 0o077).toBe(0);
  });

  it("answers with its OpenAPI document, and with a problem where there is nothing", async () => {
    const { status, json } = await stack.api.call("GET", "/v1/openapi.json");
    expect([status, json.openapi]).toEqual([200, expect.stringMatching(/^3\.1/)]);
    expect((await stack.api.call("GET", "/v1/nothing")).status).toBe(404);
  });

  it("takes a payment: created, confirmed by the buyer, told to the merchant, succeeded", async () => {
    const created = await stack.api.create({ amountCents: 4999, orderRef: "order-1" }, "story");
    expect(created.status).toBe(201);
    expect(await stack.confirm(created)).toEqual({ status: 200 });
    const { svcPaymentId } = created.json;
    const status = async () => (await stack.api.get(svcPaymentId)).json.status;
    await expect.poll(status, { timeout: 10_000 }).toBe("succeeded");
    const told = async () => (await stack.callbacks()).map(({ type }) => type);
    await expect.poll(told, { timeout: 10_000 }).toContain("payment_intent.succeeded");
  });

  it("does not let the buyer pay with another payment's secret", async () => {
    const [one, two] = [
      await stack.api.create({ amountCents: 100 }, "a"),
      await stack.api.create({ amountCents: 100 }, "b"),
    ];
    const mixed = { ...one.json, clientSecret: two.json.clientSecret };
    expect((await stack.confirm({ json: mixed })).status).toBeGreaterThanOrEqual(400);
  });
});

describe("a signal stops it with exit 0", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("%s, even with connections kept open", async (signal) => {
    if (stack.child.exitCode !== null) stack = await SpawnedStack.start(stateDir);
    const { hostname, port } = new URL(stack.demo.baseUrl);
    // One that has just been served and is kept, and one that never said a word.
    const served = createConnection(Number(port), hostname);
    served.write("GET /v1/openapi.json HTTP/1.1\r\nHost: local\r\nConnection: keep-alive\r\n\r\n");
    await new Promise((resolve) => served.once("data", resolve));
    const silent = createConnection(Number(port), hostname);
    // A process that ends may reset what it leaves open.
    for (const kept of [served, silent]) kept.on("error", () => {});
    await new Promise((resolve) => silent.once("connect", resolve));
    const { code, milliseconds } = await stack.stop(signal);
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(8_000);
    served.destroy();
    silent.destroy();
  });
});
