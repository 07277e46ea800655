import { mkdirSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { FauxqsServer } from "fauxqs";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { FUNCTIONS, type QueueName } from "../topology.ts";
import { machineNowMs, moveClock } from "./clock.ts";
import { createClockHost } from "./clock-host.ts";
import { keepMemoriesApart, RunningFunctions } from "./current-function.ts";
import { type Demo, prepareDemo } from "./demo.ts";
import { demoDocs } from "./demo-docs.ts";
import { DemoReceiver } from "./demo-receiver.ts";
import { demoShop } from "./demo-shop.ts";
import { readDueTimes } from "./due-times.ts";
import { ensureTable, requireTable, startDynamodb } from "./dynamodb.ts";
import { functionEnvironment, keepSecret, LOCAL_CREDENTIALS, secretValues } from "./environment.ts";
import { type AccessLine, closedRoute, createGateway } from "./gateway.ts";
import { type Handler, loadHandlers, routeHandlers } from "./handlers.ts";
import { close, guardSettings, listen } from "./http-listen.ts";
import { type LocalNames, loadNames } from "./names.ts";
import { writePages } from "./pages.ts";
import { Poller, type QueueHandler } from "./poller.ts";
import { readQueueTimes } from "./queue-times.ts";
import { type ScheduledHandler, Scheduler } from "./scheduler.ts";
import { startSecretsManager } from "./secrets-manager.ts";
import { signIn } from "./sign-in.ts";
import { ensureQueues, queueUrl, startSqs } from "./sqs.ts";
import { environmentFile, loadSecrets, writeJson } from "./state.ts";
import { lockStateDir } from "./state-lock.ts";

export type WiredServer = "dynamodb" | "processor" | "sqs";

export type StackOptions = {
  port: number;
  stateDir: string;
  onAccess?: (line: AccessLine) => void;
  /** Tests put a faulty wire between the functions and a server: given its address, answer the one to use. */
  wire?: (server: WiredServer, url: string) => Promise<string>;
  /** As a stage whose throttle is 0: nothing is let through, until a restored ledger knows everything again. */
  isClosed?: boolean;
  /** false: what runs at set times is left to the caller, who has the handlers; a moving clock still sweeps. */
  schedules?: boolean;
  /** Told what is being started, in words. */
  onStep?: (step: string) => void;
  /** Told when the state cannot be written any more. */
  onUnwritable?: (error: unknown) => void;
};

export type Stack = {
  baseUrl: string;
  demo: Demo;
  dynamodbUrl: string;
  processorUrl: string;
  sqsUrl: string;
  tableName: string;
  queueUrlOf: (name: QueueName) => string;
  /** Lambda's handlers by name, for tests that invoke one as AWS would. */
  handlers: Map<string, Handler>;
  stop: () => Promise<void>;
};

/** The whole service in one process. One per process, because the functions read one environment, as on Lambda. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, stateDir, onAccess, wire = async (_, url) => url, schedules = true } = options;
  const { onStep = () => {}, onUnwritable, isClosed = false } = options;
  mkdirSync(stateDir, { recursive: true });
  const unlock = lockStateDir(stateDir);
  const secrets = loadSecrets(stateDir);
  const names = loadNames(stateDir);
  keepMemoriesApart();
  setEnvironment(LOCAL_CREDENTIALS);
  const { processorSecretKey: secretKey, publishableKey } = secrets;
  onStep("the ledger, the queues and the simulated processor");
  const [dynamodb, sqs, secretsManager, simulator] = await Promise.all([
    startDynamodb(stateDir),
    startSqs(stateDir),
    startSecretsManager(secretValues(secrets), (secretId, value) => keepSecret(stateDir, secretId, value)),
    startSimulator({
      stateDir,
      secretKey,
      publishableKey,
      guard: guardSettings(),
      nowMs: machineNowMs,
      ...(onUnwritable && { onUnwritable }),
    }),
  ]);
  moveClock(simulator.clockOffsetMs());
  await Promise.all([
    names.isRestored ? requireTable(dynamodb.url, names.table) : ensureTable(dynamodb.url, names.table),
    ensureQueues(sqs.url, names.queue),
  ]);
  const urls = {
    dynamodb: await wire("dynamodb", dynamodb.url),
    sqs: await wire("sqs", sqs.url),
    secretsManager: secretsManager.url,
    processor: await wire("processor", simulator.url),
  };
  const environment = functionEnvironment(urls, names);
  onStep("the pages");
  setEnvironment({ ...environment, ...writePages(stateDir) });
  onStep(`${FUNCTIONS.length} functions`);
  const functions = new RunningFunctions();
  const handlers = await loadHandlers(functions);
  const receiver = new DemoReceiver(stateDir);
  let demo: Demo | undefined;
  const sideDoors = {
    here: [
      receiver.showCallbacks,
      demoDocs(() => demo?.apiKey ?? ""),
      demoShop(() => demo, receiver),
      signIn(() => demo),
    ],
    everywhere: [receiver.takeCallback],
  };
  const findRoute = isClosed ? closedRoute : routeHandlers(handlers);
  const gateway = createGateway(findRoute, { onAccess, sideDoors });
  const baseUrl = await listen(gateway, port);
  onStep("the demo merchant");
  demo = await prepareDemo({ stateDir, baseUrl, processorUrl: simulator.url, secrets });
  receiver.secret = demo.callbackSecret;
  const queueUrlOf = (name: QueueName) => queueUrl(sqs.url, names.queue(name));
  const pollers = createPollers(handlers, sqs.url, names.queue);
  const { sweep, others: timed } = createSchedulers(handlers);
  const schedulers = schedules ? timed : [];
  const queues = readQueueTimes(sqs.server, pollers);
  const due = readDueTimes(dynamodb.url, names.table);
  const { firstDueAtMs } = due;
  simulator.setClockHost(
    createClockHost({ stateDir, functions, pollers, queues, firstDueAtMs, sweep, schedulers }),
  );
  for (const worker of [...pollers, ...schedulers, ...(schedules ? [sweep] : [])]) worker.start();
  writeJson(environmentFile(stateDir), environment);
  // Only now: what the simulator has to tell from an earlier run finds the whole house awake.
  const endpoint = { url: demo.webhookUrl, secret: demo.webhookSecret };
  simulator.setWebhooks([
    { ...endpoint, connect: true },
    { ...endpoint, connect: false },
  ]);
  return {
    baseUrl,
    demo,
    dynamodbUrl: dynamodb.url,
    processorUrl: simulator.url,
    sqsUrl: sqs.url,
    tableName: names.table,
    queueUrlOf,
    handlers,
    stop: async () => {
      rmSync(environmentFile(stateDir), { force: true });
      const others = [secretsManager.server, ...(dynamodb.server ? [dynamodb.server] : [])];
      const workers = [...pollers, ...schedulers, sweep];
      await stopAll({ gateway, workers, simulator, sqs: sqs.server, others });
      due.close();
      moveClock(0);
      unlock();
    },
  };
}

function createPollers(handlers: Map<string, Handler>, url: string, called: LocalNames["queue"]): Poller[] {
  return FUNCTIONS.flatMap(({ name, consumes, timeoutSeconds }) => {
    const handler = handlers.get(name) as QueueHandler | undefined;
    if (!consumes || !handler) return [];
    const queue = called(consumes.queue);
    const options = { ...consumes, url, queue, queueUrl: queueUrl(url, queue), timeoutSeconds };
    return [new Poller(options, handler)];
  });
}

/** The one that works off the due list stands apart: a moving clock runs it where something is due. */
const SWEEP = "sweep";

function createSchedulers(handlers: Map<string, Handler>): { sweep: Scheduler; others: Scheduler[] } {
  const all = FUNCTIONS.flatMap(({ name, schedule, timeoutSeconds }) => {
    const handler = handlers.get(name) as ScheduledHandler | undefined;
    return schedule && handler ? [new Scheduler({ name, schedule, timeoutSeconds }, handler)] : [];
  });
  const sweep = all.find(({ name }) => name === SWEEP);
  if (!sweep) throw new Error("The topology has no function that sweeps.");
  return { sweep, others: all.filter((scheduler) => scheduler !== sweep) };
}

/** From the outside in: nothing new comes, what runs can finish against servers that still answer, then they go. */
async function stopAll(parts: {
  gateway: Server;
  workers: (Poller | Scheduler)[];
  simulator: Simulator;
  sqs: FauxqsServer | undefined;
  others: Server[];
}): Promise<void> {
  await close(parts.gateway);
  await Promise.all(parts.workers.map((worker) => worker.stop()));
  await parts.simulator.stop();
  await parts.sqs?.stop();
  await Promise.all(parts.others.map((server) => close(server)));
}

function setEnvironment(variables: Record<string, string>): void {
  // A profile in the user's shell would take precedence over the credentials given here.
  delete process.env.AWS_PROFILE;
  Object.assign(process.env, variables);
}
