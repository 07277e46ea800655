import type { Server } from "node:http";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import {
  GetQueueAttributesCommand,
  ListQueuesCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startDynamodb } from "../../../infra/local/dynamodb.ts";
import { LOCAL_CREDENTIALS } from "../../../infra/local/environment.ts";
import { ensureQueues, queueUrl, startSqs } from "../../../infra/local/sqs.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";
import { CommandLine } from "../operator/operator-process.ts";

const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

const servers: { stop: () => unknown }[] = [];
beforeEach(() => {
  // The tests may themselves run on others; these make their own.
  for (const name of ["DYNAMODB_URL", "SQS_URL"]) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
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

const tablesOf = async (endpoint: string) =>
  (await new DynamoDBClient({ ...LOCAL, endpoint }).send(new ListTablesCommand())).TableNames ?? [];
const queuesOf = async (endpoint: string) =>
  (await new SQSClient({ ...LOCAL, endpoint }).send(new ListQueuesCommand())).QueueUrls ?? [];

it("two stacks use another DynamoDB and SQS side by side, as does the operator, who knows when one is gone", async () => {
  const [dynamodb, sqs] = [await otherDynamodb(), await otherSqs()];
  // What tests start inherits them.
  vi.stubEnv("DYNAMODB_URL", `${dynamodb}/`);
  vi.stubEnv("SQS_URL", `${sqs}/`);
  const STATE_DIR = temporaryFolder();
  const [stack, neighbor] = await Promise.all([
    SpawnedStack.start(STATE_DIR),
    SpawnedStack.start(temporaryFolder()),
  ]);
  const created = await stack.api.create({ amountCents: 4999 }, "order-1");
  await stack.confirm(created);
  await expect.poll(() => stack.callbacks()).toHaveLength(1);
  expect(await neighbor.callbacks()).toEqual([]);
  expect(await tablesOf(dynamodb)).toHaveLength(2);
  const show = ["payments", "show", String(created.json.svcPaymentId), "--json"];
  const operator = new CommandLine({ STATE_DIR });
  servers.push(operator);
  const shown = await operator.run(show);
  expect(JSON.parse(shown.stdout)).toMatchObject({ status: "succeeded" });

  await stack.stop("SIGKILL");
  expect(await operator.run(show)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not running"),
  });
  const again = await SpawnedStack.start(STATE_DIR);
  expect((await again.api.get(String(created.json.svcPaymentId))).json).toMatchObject({
    status: "succeeded",
  });
});

/** Callbacks, open work, reconciliation, and the dead letters of the first two and of the last. */
const QUEUES_OF_A_STACK = 5;

/** What a test file does: it loads the service anew, and starts it. Answers when a payment is paid and told. */
async function runAsTestFile(): Promise<void> {
  vi.resetModules();
  const { LocalService } = await import("../../support/local-service.ts");
  const { CallbackReceiver } = await import("../../support/callback-receiver.ts");
  const service = await LocalService.start();
  const receiver = new CallbackReceiver();
  await receiver.open();
  await service.pointCallbacks(receiver.url);
  await service.paid(4999);
  await receiver.until(1, ({ type }) => type === "payment_intent.succeeded");
  receiver.stop();
  await service.stop();
}

it("test files run against another DynamoDB and SQS, each with names of its own", async () => {
  const [dynamodb, sqs] = [await otherDynamodb(), await otherSqs()];
  vi.stubEnv("DYNAMODB_URL", dynamodb);
  vi.stubEnv("SQS_URL", sqs);
  for (const files of [1, 2]) {
    await runAsTestFile();
    expect(await tablesOf(dynamodb)).toHaveLength(files);
    expect(await queuesOf(sqs)).toHaveLength(QUEUES_OF_A_STACK * files);
  }
});

it("starts on queues of an earlier version, and gives them today's attributes", async () => {
  Object.assign(process.env, LOCAL_CREDENTIALS);
  const url = await otherSqs();
  const called = (name: string) => name;
  await ensureQueues(url, called);
  const client = new SQSClient({ ...LOCAL, endpoint: url });
  const QueueUrl = queueUrl(url, "callbacks");
  await client.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: "31" } }));
  await ensureQueues(url, called);
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
  );
  expect(Attributes).toMatchObject({ VisibilityTimeout: "720" });
  client.destroy();
});
