import type { Server } from "node:http";
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, it, vi } from "vitest";
import { startDynamodb } from "../../../infra/local/dynamodb.ts";
import { LOCAL_CREDENTIALS } from "../../../infra/local/environment.ts";
import { ensureQueues, queueUrl, startSqs } from "../../../infra/local/sqs.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";
import { spawnOperator } from "../operator/operator-process.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const servers: { stop: () => unknown }[] = [];
afterEach(async () => {
  await cleanUp();
  for (const server of servers.splice(0)) await server.stop();
});

async function otherDynamodb(): Promise<string> {
  const { url, server } = await startDynamodb(temporaryFolder());
  servers.push({ stop: () => (server as Server).close() });
  return url;
}

async function otherSqs(stateDir = temporaryFolder()) {
  const { url, server } = await startSqs(stateDir);
  const stop = () => server?.stop();
  servers.push({ stop });
  return url;
}

it("uses another DynamoDB and SQS, as does the operator, who knows when the stack is gone", async () => {
  const env = { DYNAMODB_URL: `${await otherDynamodb()}/`, SQS_URL: `${await otherSqs()}/` };
  const STATE_DIR = temporaryFolder();
  const stack = await SpawnedStack.start(STATE_DIR, { env });
  const created = await stack.api.create({ amountCents: 4999 }, "order-1");
  await stack.confirm(created);
  await vi.waitFor(async () => expect(await stack.callbacks()).toHaveLength(1), { timeout: 15_000 });
  const show = ["payments", "show", String(created.json.svcPaymentId), "--json"];
  const shown = await spawnOperator(show, { STATE_DIR }).ended;
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: "succeeded" });

  await stack.stop("SIGKILL");
  expect(await spawnOperator(show, { STATE_DIR }).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not running"),
  });
  const again = await SpawnedStack.start(STATE_DIR, { env });
  expect((await again.api.get(String(created.json.svcPaymentId))).json).toMatchObject({
    status: "succeeded",
  });
});

it("starts on queues of an earlier version, and gives them today's attributes", async () => {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  Object.assign(process.env, LOCAL_CREDENTIALS);
  const url = await otherSqs();
  await ensureQueues(url);
  const client = new SQSClient({ endpoint: url, region: "us-east-1", credentials });
  const QueueUrl = queueUrl(url, "callbacks");
  await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: "31" } }));
  await ensureQueues(url);
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
  );
  expect(Attributes).toMatchObject({ VisibilityTimeout: "540" });
  client.destroy();
});
