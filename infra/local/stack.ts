import { rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AccountsApi } from "../../shared/domain/onboarding.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { FUNCTIONS, type QueueName } from "../topology.ts";
import { machineNowMs, moveClock } from "./clock.ts";
import { createClockHost, whatIsBusy } from "./clock-host.ts";
import { keepMemoriesApart, RunningFunctions } from "./current-function.ts";
import type { Demo } from "./demo.ts";
import { readDueTimes } from "./due-times.ts";
import { ensureTable, requireTable, startDynamodb } from "./dynamodb.ts";
import {
  functionEnvironment,
  hasPlatformEvents,
  keepSecret,
  LOCAL_CREDENTIALS,
  type ServerUrls,
  secretValues,
  setEnvironment,
} from "./environment.ts";
import { type AccessLine, closedRoute } from "./gateway.ts";
import { type Handler, loadHandlers, routeHandlers } from "./handlers.ts";
import { close, guardSettings } from "./http-listen.ts";
import { type LocalNames, loadNames } from "./names.ts";
import { openDemo, startWebhooks } from "./open-demo.ts";
import { type OpenState, openState } from "./open-state.ts";
import { Poller, type QueueHandler } from "./poller.ts";
import { readQueueTimes } from "./queue-times.ts";
import { type ScheduledHandler, Scheduler } from "./scheduler.ts";
import { startSecretsManager } from "./secrets-manager.ts";
import { ensurePlatformQueue, ensureQueues, type LocalSqs, queueUrl, startSqs } from "./sqs.ts";
import { environmentFile, type LocalSecrets, restrictedKeyOf, writeJson } from "./state.ts";

export type WiredServer = "dynamodb" | "processor" | "sqs";

export type StackOptions = {
  port: number;
  stateDir: string;
  state?: OpenState;
  onAccess?: (line: AccessLine) => void;
  /** Tests put a faulty wire between the functions and a server: given its address, answer the one to use. */
  wire?: (name: WiredServer, to: { url: string; server?: Server | undefined }) => Promise<string>;
  /** Like a stage whose throttle is 0, until a restored ledger is complete again. */
  isClosed?: boolean;
  /** false: the caller runs scheduled functions; a moving clock still sweeps. */
  schedules?: boolean;
  /** true: functions and their pages are loaded at the first invocation. */
  onDemand?: boolean;
  /** v1 unless told: its accounts have the processor's whole events. */
  accountsApi?: AccountsApi | undefined;
  onStep?: (step: string) => void;
};

export type Stack = {
  baseUrl: string;
  demo: Demo;
  dynamodbUrl: string;
  processorUrl: string;
  sqsUrl: string;
  tableName: string;
  queueUrlOf: (name: QueueName) => string;
  handlers: Map<string, Handler>;
  /** What runs, or waits for a function, in words: nothing when the stack is at rest. */
  busy: () => string[];
  stop: () => Promise<void>;
};

/** The whole service in one process. One per process, because the functions read one environment, as on Lambda. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, stateDir, onAccess, onStep = () => {}, isClosed = false, onDemand = false } = options;
  const { secrets, unlock } = options.state ?? openState(stateDir);
  const names = loadNames(stateDir);
  keepMemoriesApart();
  setEnvironment(LOCAL_CREDENTIALS);
  onStep("the ledger, the queues and the simulated processor");
  const servers = await startServers(options, secrets, names);
  const environment = functionEnvironment(await urlsOf(servers, options), names, options.accountsApi);
  setEnvironment(environment);
  onStep(`${FUNCTIONS.length} functions and their pages`);
  const functions = new RunningFunctions();
  const handlers = await loadHandlers({ functions, pageFolder: stateDir, onDemand });
  const { gateway, baseUrl, demo } = await openDemo({
    stateDir,
    port,
    processorUrl: servers.simulator.url,
    secrets,
    findRoute: isClosed ? closedRoute : routeHandlers(handlers),
    onAccess,
    onListening: () => onStep("the demo merchant"),
  });
  const workers = startWorkers({ servers, names, functions, handlers }, options);
  writeJson(environmentFile(stateDir), environment);
  startWebhooks(servers.simulator, demo);
  return {
    baseUrl,
    demo,
    dynamodbUrl: servers.dynamodb.url,
    processorUrl: servers.simulator.url,
    sqsUrl: servers.sqs.url,
    tableName: names.table,
    queueUrlOf: (name) => queueUrl(servers.sqs.url, names.queue(name)),
    handlers,
    busy: workers.busy,
    stop: async () => {
      rmSync(environmentFile(stateDir), { force: true });
      // From the outside in: running work can finish against servers that still answer.
      await close(gateway);
      await workers.stop();
      await functions.ended();
      await stopServers(servers);
      moveClock(0);
      unlock();
    },
  };
}

type Servers = Awaited<ReturnType<typeof startServers>>;

async function startServers({ stateDir }: StackOptions, secrets: LocalSecrets, names: LocalNames) {
  const [dynamodb, sqs, secretsManager, simulator] = await Promise.all([
    startDynamodb(stateDir),
    startSqs(stateDir),
    startSecretsManager(secretValues(secrets), (secretId, value) => keepSecret(stateDir, secretId, value)),
    startSimulator({
      stateDir,
      secretKey: secrets.processorSecretKey,
      publishableKey: secrets.publishableKey,
      restrictedKey: restrictedKeyOf(secrets),
      guard: guardSettings(),
      nowMs: machineNowMs,
    }),
  ]);
  moveClock(simulator.clockOffsetMs());
  await Promise.all([
    names.isRestored ? requireTable(dynamodb.url, names.table) : ensureTable(dynamodb.url, names.table),
    ensureQueues(sqs.url, names.queue),
    hasPlatformEvents() ? ensurePlatformQueue(sqs.url, names.platformQueue) : undefined,
  ]);
  return { dynamodb, sqs, secretsManager, simulator };
}

async function urlsOf(
  { dynamodb, sqs, secretsManager, simulator }: Servers,
  { wire = async (_, { url }) => url }: StackOptions,
): Promise<ServerUrls> {
  return {
    dynamodb: await wire("dynamodb", dynamodb),
    sqs: await wire("sqs", { url: sqs.url, server: sqs.http }),
    secretsManager: secretsManager.url,
    processor: await wire("processor", simulator),
  };
}

async function stopServers({ dynamodb, sqs, secretsManager, simulator }: Servers): Promise<void> {
  await simulator.stop();
  await sqs.server?.stop();
  await close(secretsManager.server);
  if (dynamodb.server) await close(dynamodb.server);
}

type Wakeful = {
  servers: Servers;
  names: LocalNames;
  functions: RunningFunctions;
  handlers: Map<string, Handler>;
};

function startWorkers(
  { servers, names, functions, handlers }: Wakeful,
  { stateDir, schedules = true }: StackOptions,
) {
  const pollers = createPollers(handlers, servers.sqs, names.queue);
  const { sweep, others } = createSchedulers(handlers);
  const schedulers = schedules ? others : [];
  const queues = readQueueTimes(servers.sqs.server, pollers);
  const due = readDueTimes(servers.dynamodb.url, names.table);
  const { firstDueAtMs } = due;
  servers.simulator.setClockHost(
    createClockHost({ stateDir, functions, pollers, queues, firstDueAtMs, sweep, schedulers }),
  );
  for (const worker of [...pollers, ...schedulers, ...(schedules ? [sweep] : [])]) worker.start();
  return {
    busy: () => [...whatIsBusy({ functions, pollers, queues }), ...servers.simulator.busy()],
    stop: async () => {
      await Promise.all([...pollers, ...schedulers, sweep].map((worker) => worker.stop()));
      due.close();
    },
  };
}

/** The longest that SQS allows: polling is most of what an idle stack does. */
const EMBEDDED_WAIT_SECONDS = 20;

function createPollers(
  handlers: Map<string, Handler>,
  { url, server }: LocalSqs,
  called: LocalNames["queue"],
): Poller[] {
  const waiting = server ? { waitSeconds: EMBEDDED_WAIT_SECONDS } : {};
  return FUNCTIONS.flatMap(({ name, consumes, timeoutSeconds }) => {
    const handler = handlers.get(name) as QueueHandler | undefined;
    if (!consumes || !handler) return [];
    const queue = called(consumes.queue);
    const options = { ...consumes, ...waiting, url, queue, queueUrl: queueUrl(url, queue), timeoutSeconds };
    return [new Poller(options, handler)];
  });
}

/** Separate, because a moving clock runs it when something is due. */
const SWEEP = "sweep";

function createSchedulers(handlers: Map<string, Handler>): { sweep: Scheduler; others: Scheduler[] } {
  const all = FUNCTIONS.flatMap(({ name, schedule, timeoutSeconds }) => {
    const handler = handlers.get(name) as ScheduledHandler | undefined;
    if (!schedule || !handler) return [];
    return [new Scheduler({ name, schedule, timeoutSeconds }, handler)];
  });
  const sweep = all.find(({ name }) => name === SWEEP);
  if (!sweep) throw new Error("The topology has no function that sweeps.");
  return { sweep, others: all.filter((scheduler) => scheduler !== sweep) };
}
