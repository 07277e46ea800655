import { createConnection, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import {
  cleanUp,
  type Ending,
  runToEnd,
  SpawnedStack,
  temporaryFolder,
} from "../../support/spawned-stack.ts";

/** One folder, and the stacks that live in it one after the other: each test goes on where the one before has ended. */
const stateDir = temporaryFolder();
let stack: SpawnedStack;
afterAll(cleanUp);

/** Dies at the last moment before demo.json is in place: the ledger already knows what the file does not. */
const DIES_BEFORE_DEMO_JSON = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (String(to).endsWith("demo.json")) process.kill(process.pid, "SIGKILL");
    return rename(from, to);
  };
  syncBuiltinESMExports();
`)}`;

const dieBeforeDemoJson = () => runToEnd(stateDir, { nodeArguments: [DIES_BEFORE_DEMO_JSON] });

async function start(): Promise<void> {
  stack = await SpawnedStack.start(stateDir);
  expect(stack.demo.callbackUrl).toBe(`${stack.demo.baseUrl}/demo/callbacks`);
}

const ORDER = { amountCents: 4999, orderRef: "order-1" };

async function pay(key: string) {
  const created = await stack.api.create(ORDER, key);
  expect(created.status).toBe(201);
  expect(await stack.confirm(created)).toEqual({ status: 200 });
  return created;
}

/** What the merchant was told of a payment. */
const toldOf = async (svcPaymentId: unknown) =>
  (await stack.callbacks())
    .filter(({ body }) => JSON.stringify(body).includes(String(svcPaymentId)))
    .map(({ type }) => type);

async function expectSucceededAndTold(svcPaymentId: unknown): Promise<void> {
  await expect.poll(async () => (await stack.api.get(svcPaymentId)).json.status).toBe("succeeded");
  await expect.poll(() => toldOf(svcPaymentId)).toContain("payment_intent.succeeded");
}

/** One that has just been served and is kept, and one that never said a word. */
async function keepConnections(): Promise<Socket[]> {
  const { hostname, port } = new URL(stack.demo.baseUrl);
  const served = createConnection(Number(port), hostname);
  served.write("GET /v1/openapi.json HTTP/1.1\r\nHost: local\r\nConnection: keep-alive\r\n\r\n");
  await new Promise((resolve) => served.once("data", resolve));
  const silent = createConnection(Number(port), hostname);
  // A process that ends may reset what it leaves open.
  for (const kept of [served, silent]) kept.on("error", () => {});
  await new Promise((resolve) => silent.once("connect", resolve));
  return [served, silent];
}

async function stopWithConnections(signal: NodeJS.Signals): Promise<Ending> {
  const connections = await keepConnections();
  const ending = await stack.stop(signal);
  for (const connection of connections) connection.destroy();
  return ending;
}

function expectCleanEnd({ code, milliseconds }: Ending): void {
  expect(code).toBe(0);
  expect(milliseconds).toBeLessThan(30_000);
}

/** A payment that is paid and told before the stack ends; answers what must still be there when another has started. */
async function payToKeep(key: string): Promise<() => Promise<void>> {
  const created = await pay(key);
  const { svcPaymentId } = created.json;
  await expectSucceededAndTold(svcPaymentId);
  const callbacks = await stack.callbacks();
  const { baseUrl, processorUrl, webhookUrl, callbackUrl, ...kept } = stack.demo;
  return async () => {
    expect(stack.demo).toMatchObject(kept);
    expect((await stack.api.get(svcPaymentId)).json.status).toBe("succeeded");
    expect(await stack.callbacks()).toEqual(expect.arrayContaining(callbacks));
    const replayed = await stack.api.create(ORDER, key);
    expect([replayed.status, replayed.text]).toEqual([created.status, created.text]);
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect((await stack.api.create({ amountCents: 1000 }, key)).status).toBe(409);
  };
}

/** What the buyer does while the stack is busy dying. */
async function payUntold(): Promise<unknown> {
  await fetch(`${stack.demo.processorUrl}/_simulator/webhooks/pause`, { method: "POST" });
  const { svcPaymentId } = (await pay("untold")).json;
  expect(await toldOf(svcPaymentId)).toEqual([]);
  return svcPaymentId;
}

async function rollSecret(): Promise<unknown> {
  const rolled = await stack.api.onEndpoint("rotate-secret", { graceSeconds: 0 });
  expect(rolled.status).toBe(200);
  return rolled.json.secret;
}

describe("the stacks of one folder", { shuffle: false }, () => {
  it("when the first start is killed before demo.json is written, callbacks still arrive after the next", async () => {
    await dieBeforeDemoJson();
    await start();
    await expectSucceededAndTold((await pay("first")).json.svcPaymentId);
  });

  it("when the signing secret is rolled, callbacks still arrive, also after a restart", async () => {
    await rollSecret();
    await expectSucceededAndTold((await pay("after-a-roll")).json.svcPaymentId);
    const secret = await rollSecret();
    await stack.stop("SIGTERM");
    await start();
    expect(stack.demo.callbackSecret).toBe(secret);
    await expectSucceededAndTold((await pay("after-a-restart")).json.svcPaymentId);
  });

  it("SIGTERM stops it with exit 0, even with connections kept open, and everything is still there", async () => {
    const expectKept = await payToKeep("kept-over-SIGTERM");
    expectCleanEnd(await stopWithConnections("SIGTERM"));
    await start();
    await expectKept();
  });

  it("after SIGKILL, and a start that is killed before demo.json is written, everything is still there and told", async () => {
    const expectKept = await payToKeep("kept-over-SIGKILL");
    const untold = await payUntold();
    await stack.stop("SIGKILL");
    await dieBeforeDemoJson();
    await start();
    await expectKept();
    await expectSucceededAndTold(untold);
  });

  it("SIGINT stops it with exit 0, even with connections kept open", async () => {
    expectCleanEnd(await stopWithConnections("SIGINT"));
  });
});
