import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { machineNowMs, moveClock, saveClock } from "../local/clock.ts";
import type { Demo } from "../local/demo.ts";
import { startDynamodb } from "../local/dynamodb.ts";
import { LOCAL_CREDENTIALS, setEnvironment } from "../local/environment.ts";
import type { AccessLine } from "../local/gateway.ts";
import { close, guardSettings, listen } from "../local/http-listen.ts";
import { openDemo, startWebhooks } from "../local/open-demo.ts";
import { startSqs } from "../local/sqs.ts";
import {
  environmentFile,
  type LocalSecrets,
  loadSecrets,
  restrictedKeyOf,
  writeJson,
} from "../local/state.ts";
import { lockStateDir } from "../local/state-lock.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { type BeforeCall, createFrontDoor } from "./front-door/front-door.ts";
import { type Caller, describeDenial, Judge, type PolicyRequest } from "./front-door/judge.ts";
import { DeployedFunctions } from "./run/deployed-functions.ts";
import { createPollers, createSchedulers } from "./run/event-sources.ts";
import { functionVariables, OPERATOR, operatorVariables } from "./run/function-variables.ts";
import { requireRoutes, routeFunctions } from "./run/gateway-routes.ts";
import { createQueues, createTables, secretsOf, standingTables } from "./run/stores.ts";
import type { DeployedStack } from "./template/deployed-stack.ts";

export type RehearsalOptions = {
  stack: DeployedStack;
  port: number;
  stateDir: string;
  onAccess?: (line: AccessLine) => void;
  onFailure?: (line: string) => void;
  denyLog?: string | undefined;
  letsThrough?: boolean;
  beforeCall?: BeforeCall;
};

export type Rehearsal = {
  baseUrl: string;
  demo: Demo;
  judge: Judge;
  functions: DeployedFunctions;
  dynamodbUrl: string;
  sqsUrl: string;
  served: ReadonlySet<string>;
  failures: string[];
  stop: () => Promise<void>;
};

/**
 * Runs the templates on this machine. Processor, receiver and clock are the local stack's; functions, rights, queues,
 * routes and schedules are the templates'.
 */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { stack, port, stateDir, onAccess, beforeCall, onFailure = () => {} } = options;
  mkdirSync(join(stateDir, "logs"), { recursive: true });
  const unlock = lockStateDir(stateDir);
  const failures: string[] = [];
  const fail = (line: string) => {
    failures.push(line);
    onFailure(line);
  };
  const judge = createJudge(options);
  const secrets = loadSecrets(stateDir);
  setEnvironment(LOCAL_CREDENTIALS);
  const servers = await startServers(stack, stateDir, secrets).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const ground = { stack, stateDir, secrets, servers, judge, beforeCall, onFailure: fail };
  const { frontDoor, addresses, functions } = await deploy(ground);
  // From here on this process acts as an operator of the demo merchant.
  const variables = operatorVariables(stack, addresses);
  setEnvironment(variables);
  const served = new Set<string>();
  const findRoute = routeFunctions(stack, functions, { onServed: (key) => served.add(key), onFailure: fail });
  const processorUrl = addresses.processor;
  const { gateway, baseUrl, demo } = await openDemo({
    stateDir,
    port,
    processorUrl,
    secrets,
    findRoute,
    onAccess,
  });
  const workers = startWorkers(ground, functions, addresses.frontDoor);
  writeJson(environmentFile(stateDir), variables);
  startWebhooks(servers.simulator, demo);
  const stop = async () => {
    rmSync(environmentFile(stateDir), { force: true });
    await close(gateway);
    await Promise.all(workers.map((worker) => worker.stop()));
    await functions.stop();
    await stopServers(servers, frontDoor);
    moveClock(0);
    unlock();
  };
  const { dynamodb, sqs } = servers;
  const urls = { dynamodbUrl: dynamodb.url, sqsUrl: sqs.url };
  return { baseUrl, demo, judge, functions, ...urls, served, failures, stop };
}

type Ground = {
  stack: DeployedStack;
  stateDir: string;
  secrets: LocalSecrets;
  servers: Servers;
  judge: Judge;
  beforeCall: BeforeCall | undefined;
  onFailure: (line: string) => void;
};

async function deploy({ stack, stateDir, secrets, servers, judge, beforeCall, onFailure }: Ground) {
  const frontDoor = createFrontDoor({
    judge,
    callers: callersOf(stack),
    tables: servers.tables,
    findSecret: secretsOf(stack.secrets, secrets, stateDir),
    servers: { dynamodb: servers.dynamodb.url, sqs: servers.sqs.url },
    onFailure,
    beforeCall,
  });
  const addresses = { frontDoor: await listen(frontDoor, 0), processor: servers.simulator.url };
  const functions = new DeployedFunctions({
    specs: stack.functions,
    variablesOf: (spec) => functionVariables(spec, addresses),
    logFolder: join(stateDir, "logs"),
    onFailure,
  });
  requireRoutes(stack, functions);
  moveClocks(servers.simulator.clockOffsetMs(), functions, stateDir);
  return { frontDoor, addresses, functions };
}

function createJudge({ stack, onFailure, denyLog, letsThrough = false }: RehearsalOptions): Judge {
  const onDenial = (denial: PolicyRequest) => {
    const line = describeDenial(denial);
    onFailure?.(line);
    if (denyLog) appendFileSync(denyLog, `${line}\n`);
  };
  return new Judge(stack.queuePolicies, { onDenial, letsThrough });
}

type Servers = Awaited<ReturnType<typeof startServers>>;

async function startServers(stack: DeployedStack, stateDir: string, secrets: LocalSecrets) {
  const dynamodb = await startDynamodb(stateDir);
  const tables = await standingTables(stack, dynamodb.url).catch(async (error: unknown) => {
    if (dynamodb.server) await close(dynamodb.server);
    throw error;
  });
  const [sqs, simulator] = await Promise.all([
    startSqs(stateDir),
    startSimulator({
      stateDir,
      secretKey: secrets.processorSecretKey,
      publishableKey: secrets.publishableKey,
      restrictedKey: restrictedKeyOf(secrets),
      guard: guardSettings(),
      nowMs: machineNowMs,
    }),
  ]);
  await Promise.all([createTables(dynamodb.url, stack.tables), createQueues(sqs.url, stack.queues)]);
  return { dynamodb, sqs, simulator, tables };
}

async function stopServers({ dynamodb, sqs, simulator }: Servers, frontDoor: Server): Promise<void> {
  await simulator.stop();
  await close(frontDoor);
  await sqs.server?.stop();
  if (dynamodb.server) await close(dynamodb.server);
}

const callersOf = ({ functions, operator }: DeployedStack): Map<string, Caller> =>
  new Map([
    ...functions.map(({ name, role }) => [name, { name, role }] as const),
    [OPERATOR, { name: OPERATOR, role: operator }],
  ]);

function moveClocks(offsetMs: number, functions: DeployedFunctions, stateDir: string): void {
  moveClock(offsetMs);
  saveClock(stateDir);
  functions.moveClock(offsetMs);
}

function startWorkers(
  { stack, judge, servers, stateDir }: Ground,
  functions: DeployedFunctions,
  queuesUrl: string,
) {
  const schedulers = createSchedulers(stack, functions, judge);
  servers.simulator.setClockHost({
    follow: (offsetMs) => {
      moveClocks(offsetMs, functions, stateDir);
      for (const scheduler of schedulers) scheduler.start();
    },
    settle: async () => [],
    nextDueAtMs: async () => undefined,
  });
  const workers = [...createPollers(stack, functions, queuesUrl), ...schedulers];
  for (const worker of workers) worker.start();
  return workers;
}
