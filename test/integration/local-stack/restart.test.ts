import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SOON = { timeout: 10_000 };
const stateDir = temporaryFolder();
let stack: SpawnedStack;
beforeAll(async () => {
  stack = await SpawnedStack.start(stateDir);
});
afterAll(cleanUp);

/** What the merchant was told of a payment. */
const toldOf = async (svcPaymentId: unknown) =>
  (await stack.callbacks())
    .filter(({ body }) => JSON.stringify(body).includes(String(svcPaymentId)))
    .map(({ type }) => type);

it.each(["SIGTERM", "SIGKILL"] as const)("after %s everything is still there", async (signal) => {
  const order = { amountCents: 4999, orderRef: "order-1" };
  const key = `kept-over-${signal}`;
  const created = await stack.api.create(order, key);
  await stack.confirm(created);
  const { svcPaymentId } = created.json;
  await expect.poll(async () => (await stack.api.get(svcPaymentId)).json.status, SOON).toBe("succeeded");
  await expect.poll(() => toldOf(svcPaymentId), SOON).toContain("payment_intent.succeeded");
  const callbacks = await stack.callbacks();
  const { baseUrl, processorUrl, webhookUrl, callbackUrl, ...kept } = stack.demo;
  await stack.stop(signal);

  stack = await SpawnedStack.start(stateDir);
  expect(stack.demo).toMatchObject(kept);
  expect(stack.demo.callbackUrl).toBe(`${stack.demo.baseUrl}/demo/callbacks`);
  expect((await stack.api.get(svcPaymentId)).json.status).toBe("succeeded");
  expect(await stack.callbacks()).toEqual(expect.arrayContaining(callbacks));

  const replayed = await stack.api.create(order, key);
  expect([replayed.status, replayed.text]).toEqual([created.status, created.text]);
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  expect((await stack.api.create({ amountCents: 1000 }, key)).status).toBe(409);
});

it("what the buyer did while the stack was busy dying is told after the restart", async () => {
  await fetch(`${stack.demo.processorUrl}/_simulator/webhooks/pause`, { method: "POST" });
  const created = await stack.api.create({ amountCents: 4999 }, "untold");
  await stack.confirm(created);
  const { svcPaymentId } = created.json;
  expect(await toldOf(svcPaymentId)).toEqual([]);
  await stack.stop("SIGKILL");

  stack = await SpawnedStack.start(stateDir);
  await expect.poll(async () => (await stack.api.get(svcPaymentId)).json.status, SOON).toBe("succeeded");
  await expect.poll(() => toldOf(svcPaymentId), SOON).toContain("payment_intent.succeeded");
});
