import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bundles } from "../../infra/aws/bundle.ts";
import { type Stack, startStack } from "../../infra/local/stack.ts";
import { bundleAll, bundleNamed, invoke } from "./support/bundled-functions.ts";

/** The other tests run the source. What is deployed has parts of two SDKs cut out, so it is run for itself. */
const stateDir = mkdtempSync(join(tmpdir(), "payments-bundle-run-"));

let bundles: Bundles;
let stack: Stack;
beforeAll(async () => {
  process.env.POWERTOOLS_LOG_LEVEL ??= "CRITICAL";
  [bundles, stack] = await Promise.all([bundleAll(), startStack({ port: 0, stateDir })]);
});

afterAll(async () => {
  await stack.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

it("creates a payment with the processor and reads it back", async () => {
  // The local stack has put its addresses and credentials into this process's environment.
  const env = { ...process.env, POWERTOOLS_LOG_LEVEL: "SILENT" };
  const headers = { "x-api-key": stack.demo.apiKey, "idempotency-key": "bundled-1" };
  const request = { headers, body: { amountCents: 1234, captureMethod: "manual" } };

  const created = await invoke(bundleNamed(bundles, "create-payment"), request, env);
  expect(created).toMatchObject({
    status: 201,
    body: { amountCents: 1234, clientSecret: expect.any(String) },
  });
  expect(created.body.processorPaymentIntentId).toMatch(/^pi_/);

  const again = await invoke(bundleNamed(bundles, "create-payment"), request, env);
  expect(again.body).toEqual(created.body);

  const pathParameters = { id: String(created.body.svcPaymentId) };
  const read = await invoke(bundleNamed(bundles, "get-payment"), { headers, pathParameters }, env);
  expect(read).toMatchObject({ status: 200, body: { svcPaymentId: pathParameters.id, amountCents: 1234 } });

  // Not yet authorised by a buyer: the flow asks the processor, through its SDK, and is told so.
  const captured = await invoke(bundleNamed(bundles, "capture-payment"), { headers, pathParameters }, env);
  expect(captured.status).toBe(409);
});
