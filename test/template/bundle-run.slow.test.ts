import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSBatchResponse } from "aws-lambda";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Bundles } from "../../infra/aws/bundle/bundle-functions.ts";
import { type Stack, startStack, type WiredServer } from "../../infra/local/stack.ts";
import { signatureHeader } from "../../shared/domain/access/signing-secret.ts";
import { FaultyWire, type Upstream } from "../support/faulty-wire.ts";
import { bundleAll, bundleNamed, invoke, invokeWith } from "./support/bundled-functions.ts";

/** The other tests run the source. What is deployed has parts of two SDKs cut out, so it is run for itself. */
const stateDir = mkdtempSync(join(tmpdir(), "payments-bundle-run-"));

let bundles: Bundles;
let stack: Stack;
let queue: SQSClient;
const queueWire = new FaultyWire();
beforeAll(async () => {
  process.env.LOG_LEVEL ??= "SILENT";
  const wire = async (name: WiredServer, to: Upstream) => (name === "sqs" ? queueWire.open(to) : to.url);
  [bundles, stack] = await Promise.all([bundleAll(), startStack({ port: 0, stateDir, wire })]);
  queue = new SQSClient({ endpoint: stack.sqsUrl });
});

afterAll(async () => {
  queue.destroy();
  queueWire.close();
  await stack.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

/** The local stack has put its addresses and credentials into this process's environment. */
const environment = () => ({ ...process.env, LOG_LEVEL: "SILENT" });

it("creates a payment with the processor and reads it back", async () => {
  const env = environment();
  const headers = { "x-api-key": stack.demo.apiKey, "idempotency-key": "bundled-1" };
  const request = { headers, body: { amountCents: 1234, captureMethod: "manual" } };

  const created = await invoke(bundleNamed(bundles, "create-payment"), request, env);
  expect(created).toMatchObject({
    status: 201,
    body: { amountCents: 1234, clientSecret: expect.any(String) },
    loadedFetch: false,
  });
  expect(created.body.processorPaymentIntentId).toMatch(/^pi_/);

  const again = await invoke(bundleNamed(bundles, "create-payment"), request, env);
  expect(again.body).toEqual(created.body);

  const pathParameters = { id: String(created.body.svcPaymentId) };
  const read = await invoke(bundleNamed(bundles, "get-payment"), { headers, pathParameters }, env);
  expect(read).toMatchObject({
    status: 200,
    body: { svcPaymentId: pathParameters.id, amountCents: 1234 },
    loadedFetch: false,
  });

  // Not yet authorized by a buyer: the flow asks the processor, through its SDK, and is told so.
  const captured = await invoke(bundleNamed(bundles, "capture-payment"), { headers, pathParameters }, env);
  expect(captured.status).toBe(409);
});

/** A queue that the local stack does not poll: what the bundled functions send waits for this test. */
const quietEnvironment = () => ({
  ...environment(),
  CALLBACK_QUEUE_URL: process.env.DEAD_LETTER_QUEUE_URL ?? "",
});

it("takes a webhook in and delivers it", async () => {
  const env = quietEnvironment();
  expect(await receive("evt_bundled1", env)).toEqual({ received: true, forwarded: true });
  expect(await deliver(env)).toEqual([]);
  expect(await callbacks()).toContain("evt_bundled1");
});

it("does not call an address of the own network unless it is told to, and comes back later", async () => {
  const env = { ...quietEnvironment(), CALLBACK_ALLOW_LOOPBACK: undefined };
  await receive("evt_bundled2", env);
  expect(await deliver(env)).toEqual([expect.any(String)]);
  expect(await callbacks()).not.toContain("evt_bundled2");
  // Hidden until the next attempt, in half a minute.
  const [hiding, ...others] = queueWire.passed.filter(({ target }) => target === "ChangeMessageVisibility");
  const { VisibilityTimeout } = JSON.parse(hiding?.body ?? "{}");
  expect(VisibilityTimeout).toBeGreaterThanOrEqual(24);
  expect(VisibilityTimeout).toBeLessThanOrEqual(36);
  expect(others).toEqual([]);
});

async function receive(id: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  const { connectedAccountId, webhookSecret } = stack.demo;
  const seconds = Math.floor(Date.now() / 1000);
  const body = {
    id,
    type: "account.updated",
    account: connectedAccountId,
    livemode: false,
    created: seconds,
    data: { object: { object: "account", id: connectedAccountId } },
  };
  const signature = signatureHeader(Buffer.from(JSON.stringify(body)), [webhookSecret], seconds);
  const request = { headers: { "stripe-signature": signature }, body };
  return (await invoke(bundleNamed(bundles, "webhook"), request, env)).body;
}

/** What Lambda's poller would do; answers the messages that are to come back. */
async function deliver(env: NodeJS.ProcessEnv): Promise<string[]> {
  const record = await receiveRecord(env.CALLBACK_QUEUE_URL);
  const event = { Records: [record] };
  const answer = (await invokeWith(bundleNamed(bundles, "delivery"), event, env)) as SQSBatchResponse;
  const kept = answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  const handle = { QueueUrl: env.CALLBACK_QUEUE_URL, ReceiptHandle: record?.receiptHandle };
  if (kept.length === 0) await queue.send(new DeleteMessageCommand(handle));
  return kept;
}

async function receiveRecord(QueueUrl: string | undefined) {
  const patience = { VisibilityTimeout: 60, WaitTimeSeconds: 8 };
  const [message] = (await queue.send(new ReceiveMessageCommand({ QueueUrl, ...patience }))).Messages ?? [];
  return (
    message && { messageId: message.MessageId, receiptHandle: message.ReceiptHandle, body: message.Body }
  );
}

async function callbacks(): Promise<string> {
  return (await fetch(stack.demo.callbackUrl)).text();
}
