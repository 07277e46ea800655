import { afterEach, expect, it, vi } from "vitest";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

// Processes of their own take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

afterEach(cleanUp);

const SOON = { timeout: 10_000 };

it.each(["SIGTERM", "SIGKILL"] as const)("after %s everything is still there", async (signal) => {
  const stateDir = temporaryFolder();
  const before = await SpawnedStack.start(stateDir);
  const created = await before.api.create({ amountCents: 4999, orderRef: "order-1" }, "kept");
  await before.confirm(created);
  const { svcPaymentId } = created.json;
  await expect.poll(async () => (await before.api.get(svcPaymentId)).json.status, SOON).toBe("succeeded");
  const told = () => before.callbacks();
  await expect
    .poll(async () => (await told()).map(({ type }) => type), SOON)
    .toContain("payment_intent.succeeded");
  const callbacks = await told();
  await before.stop(signal);

  const after = await SpawnedStack.start(stateDir);
  const { baseUrl, processorUrl, webhookUrl, callbackUrl, ...kept } = before.demo;
  expect(after.demo).toMatchObject(kept);
  expect(after.demo.callbackUrl).toBe(`${after.demo.baseUrl}/demo/callbacks`);
  expect((await after.api.get(svcPaymentId)).json.status).toBe("succeeded");
  expect(await after.callbacks()).toEqual(expect.arrayContaining(callbacks));

  const replayed = await after.api.create({ amountCents: 4999, orderRef: "order-1" }, "kept");
  expect([replayed.status, replayed.text]).toEqual([created.status, created.text]);
  expect(replayed.headers.get("idempotent-replayed")).toBe("true");
  expect((await after.api.create({ amountCents: 1000 }, "kept")).status).toBe(409);
});

it("what the buyer did while the stack was busy dying is told after the restart", async () => {
  const stateDir = temporaryFolder();
  const before = await SpawnedStack.start(stateDir);
  await fetch(`${before.demo.processorUrl}/_simulator/webhooks/pause`, { method: "POST" });
  const created = await before.api.create({ amountCents: 4999 }, "untold");
  await before.confirm(created);
  expect(await before.callbacks()).toEqual([]);
  await before.stop("SIGKILL");

  const after = await SpawnedStack.start(stateDir);
  const { svcPaymentId } = created.json;
  await expect.poll(async () => (await after.api.get(svcPaymentId)).json.status, SOON).toBe("succeeded");
  const told = async () => (await after.callbacks()).map(({ type }) => type);
  await expect.poll(told, SOON).toContain("payment_intent.succeeded");
});
