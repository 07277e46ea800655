import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

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

  it("takes a payment and tells the merchant of it", async () => {
    const created = await stack.api.create({ amountCents: 4999, orderRef: "order-1" }, "paid");
    expect(await stack.confirm(created)).toEqual({ status: 200 });
    const verified = async () =>
      (await stack.callbacks()).filter((one) => one.verified).map(({ type }) => type);
    await expect.poll(verified).toContain("payment_intent.succeeded");
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
