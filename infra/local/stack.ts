import { mkdirSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { FauxqsServer } from "fauxqs";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { FUNCTIONS, type QueueName } from "../topology.ts";
import { machineNowMs, moveClock, saveClock } from "./clock.ts";
import { keepMemoriesApart } from "./current-function.ts";
import { type Demo, prepareDemo } from "./demo.ts";
import { demoDocs } from "./demo-docs.ts";
import { DemoReceiver } from "./demo-receiver.ts";
import { demoShop } from "./demo-shop.ts";
import { ensureTable, startDynamodb } from "./dynamodb.ts";
import { functionEnvironment, LOCAL_CREDENTIALS, secretValues } from "./environment.ts";
import { type AccessLine, createGateway } from "./gateway.ts";
import { type Handler, loadHandlers, routeHandlers } from "./handlers.ts";
import { close, guardSettings, listen } from "./http-listen.ts";
import { loadNames } from "./names.ts";
import { writePages } from "./pages.ts";
import { Poller, type QueueHandler } from "./poller.ts";
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
  /** false: what runs at set times is left to the caller, who has the handlers. */
  schedules?: boolean;
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
  mkdirSync(stateDir, { recursive: true });
  const unlock = lockStateDir(stateDir);
  const secrets = loadSecrets(stateDir);
  const names = loadNames(stateDir);
  keepMemoriesApart();
  setEnvironment(LOCAL_CREDENTIALS);
  const { processorSecretKey: secretKey, publishableKey } = secrets;
  let schedulers: Scheduler[] = [];
  const onClockAdvance = (offsetMs: number) => {
    moveClock(offsetMs);
    saveClock(stateDir);
    for (const scheduler of schedulers) scheduler.runNow();
  };
  const [dynamodb, sqs, secretsManager, simulator] = await Promise.all([
    startDynamodb(stateDir),
    startSqs(stateDir),
    startSecretsManager(secretValues(secrets)),
    startSimulator({
      stateDir,
      secretKey,
      publishableKey,
      guard: guardSettings(),
      nowMs: machineNowMs,
      onClockAdvance,
    }),
  ]);
  moveClock(simulator.clockOffsetMs());
  saveClock(stateDir);
  await Promise.all([ensureTable(dynamodb.url, names.table), ensureQueues(sqs.url, names.queue)]);
  const urls = {
    dynamodb: await wire("dynamodb", dynamodb.url),
    sqs: await wire("sqs", sqs.url),
    secretsManager: secretsManager.url,
    processor: await wire("processor", simulator.url),
  };
  const environment = functionEnvironment(urls, names);
  setEnvironment({ ...environment, ...writePages(stateDir) });
  const handlers = await loadHandlers();
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
  const gateway = createGateway(routeHandlers(handlers), { onAccess, sideDoors });
  const baseUrl = await listen(gateway, port);
  demo = await prepareDemo({ stateDir, baseUrl, processorUrl: simulator.url, secrets });
  receiver.secret = demo.callbackSecret;
  schedulers = schedules ? startSchedules(handlers) : [];
  const queues: Queues = { url: sqs.url, urlOf: (name) => queueUrl(sqs.url, names.queue(name)) };
  const workers = [...startPollers(handlers, queues), ...schedulers];
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
    queueUrlOf: queues.urlOf,
    handlers,
    stop: async () => {
      rmSync(environmentFile(stateDir), { force: true });
      const others = [secretsManager.server, ...(dynamodb.server ? [dynamodb.server] : [])];
      await stopAll({ gateway, workers, simulator, sqs: sqs.server, others });
      moveClock(0);
      unlock();
    },
  };
}

/** Where the queues are, and what this stack's are called. */
type Queues = { url: string; urlOf: (name: QueueName) => string };

function startPollers(handlers: Map<string, Handler>, { url, urlOf }: Queues): Poller[] {
  return FUNCTIONS.flatMap(({ name, consumes, timeoutSeconds }) => {
    const handler = handlers.get(name) as QueueHandler | undefined;
    if (!consumes || !handler) return [];
    const poller = new Poller({ url, queueUrl: urlOf(consumes.queue), timeoutSeconds, ...consumes }, handler);
    poller.start();
    return [poller];
  });
}

/** At most once a second, however much RETRY_SCALE divides the times. */
const SHORTEST_INTERVAL_MS = 1_000;
const DAY_MINUTES = 24 * 60;

/** What is done by hand is not started: it runs when the clock is moved, or on the operator's command. */
function startSchedules(handlers: Map<string, Handler>): Scheduler[] {
  const scale = Number(process.env.RETRY_SCALE ?? 1);
  return FUNCTIONS.flatMap(({ name, schedule, timeoutSeconds }) => {
    const handler = handlers.get(name) as ScheduledHandler | undefined;
    if (!schedule || !handler) return [];
    const everyMinutes = "everyMinutes" in schedule ? schedule.everyMinutes : DAY_MINUTES;
    const everyMs = Math.max(SHORTEST_INTERVAL_MS, (everyMinutes * 60_000) / scale);
    const scheduler = new Scheduler({ everyMs, timeoutSeconds }, handler);
    if (!schedule.byHandLocally) scheduler.start();
    return [scheduler];
  });
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
