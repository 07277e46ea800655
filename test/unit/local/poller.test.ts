import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, it, vi } from "vitest";
import { LOCAL_CREDENTIALS } from "../../../infra/local/environment.ts";
import { Poller, type QueueHandler } from "../../../infra/local/poller.ts";
import { readQueueTimes } from "../../../infra/local/queue-times.ts";
import { ensureQueues, queueUrl, startSqs } from "../../../infra/local/sqs.ts";

const QUEUE = "callbacks";
const WITHIN = { timeout: 30_000 };

it("a message that a slow function and its successor both had is hidden, and nobody is at it any more", async () => {
  const folder = mkdtempSync(join(tmpdir(), "poller-"));
  for (const [name, value] of Object.entries(LOCAL_CREDENTIALS)) vi.stubEnv(name, value);
  const { url, server } = await startSqs(folder);
  await ensureQueues(url, (name) => name);
  const client = new SQSClient({ endpoint: url });
  const address = { queue: QUEUE, url, queueUrl: queueUrl(url, QUEUE) };
  const hide = (ReceiptHandle: string, VisibilityTimeout: number) =>
    client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: address.queueUrl, ReceiptHandle, VisibilityTimeout }),
    );
  const begun: string[] = [];
  const ended: string[] = [];
  const handler: QueueHandler = async ({ Records: [record] }) => {
    const { messageId: itemIdentifier = "", receiptHandle = "" } = record ?? {};
    begun.push(receiptHandle);
    if (begun.length > 1) {
      await hide(receiptHandle, 600);
      ended.push(receiptHandle);
      return { batchItemFailures: [{ itemIdentifier }] };
    }
    // It is seen again before the first function has ended.
    await hide(receiptHandle, 1);
    await vi.waitUntil(() => ended.length === 1, WITHIN);
    return { batchItemFailures: [] };
  };
  const poller = new Poller({ ...address, batchSize: 1, maximumConcurrency: 2, timeoutSeconds: 60 }, handler);
  const times = readQueueTimes(server, [poller]);
  try {
    poller.start();
    await client.send(new SendMessageCommand({ QueueUrl: address.queueUrl, MessageBody: "{}" }));
    await vi.waitUntil(() => ended.length === 1 && !poller.isBusy, WITHIN);
    expect(times.waiting(Date.now())).toEqual([]);
    expect(times.hiddenUntilMs(Date.now())).toHaveLength(1);
  } finally {
    await poller.stop();
    await server?.stop();
    client.destroy();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  }
});
