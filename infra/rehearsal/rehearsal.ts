import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { machineNowMs, moveClock, saveClock } from "../local/clock.ts";
import { type Demo, prepareDemo } from "../local/demo.ts";
import { demoDocs } from "../local/demo-docs.ts";
import { DemoReceiver } from "../local/demo-receiver.ts";
import { demoShop } from "../local/demo-shop.ts";
import { startDynamodb } from "../local/dynamodb.ts";
import { LOCAL_CREDENTIALS } from "../local/environment.ts";
import { type AccessLine, createGateway } from "../local/gateway.ts";
import { close, guardSettings, listen } from "../local/http-listen.ts";
import { signIn } from "../local/sign-in.ts";
import { startSqs } from "../local/sqs.ts";
import { environmentFile, loadSecrets, writeJson } from "../local/state.ts";
import { lockStateDir } from "../local/state-lock.ts";
import { startSimulator } from "../simulator/simulator.ts";
import { createFrontDoor } from "./front-door/front-door.ts";
import { type Asked, type Caller, describeDenial, Judge } from "./front-door/judge.ts";
import { DeployedFunctions } from "./run/deployed-functions.ts";
import { createPollers, createSchedulers } from "./run/event-sources.ts";
import { functionVariables } from "./run/function-variables.ts";
import { requireRoutes, routeFunctions } from "./run/gateway-routes.ts";
import { OPERATOR, operatorVariables } from "./run/operator-variables.ts";
import { secretsOf } from "./run/secret-values.ts";
import { createQueues, createTables, standingTables } from "./run/stores.ts";
import type { House } from "./template/house.ts";

export type RehearsalOptions = {
  house: House;
  port: number;
  stateDir: string;
  onAccess?: (line: AccessLine) => void;
  /** What went wrong that a client only sees as 500: a denial, a crash, a missing permission. */
  onFailure?: (line: string) => void;
  denyLog?: string | undefined;
  /** What is denied is only noted. */
  letsThrough?: boolean;
};

export type Rehearsal = {
  baseUrl: string;
  demo: Demo;
  judge: Judge;
  functions: DeployedFunctions;
  dynamodbUrl: string;
  /** The routes that were asked for. */
  served: ReadonlySet<string>;
  /** Everything that happened at a function's back: crashes, time-outs, missing permissions. */
  failures: string[];
  stop: () => Promise<void>;
};

/**
 * What the templates say, run on this machine. The outside (processor, receiver, clock) is the local stack's; the
 * functions, their rights, their queues, routes and schedules are the templates' alone.
 */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { house, port, stateDir, onAccess, onFailure = () => {}, denyLog, letsThrough = false } = options;
  const logFolder = join(stateDir, "logs");
  mkdirSync(logFolder, { recursive: true });
  const unlock = lockStateDir(stateDir);
  const failures: string[] = [];
  const fail = (line: string) => {
    failures.push(line);
    onFailure(line);
  };
  const onDenial = (denial: Asked) => {
    const line = describeDenial(denial);
    onFailure(line);
    if (denyLog) appendFileSync(denyLog, `${line}\n`);
  };
  const judge = new Judge(house.queuePolicies, { onDenial, letsThrough });
  const secrets = loadSecrets(stateDir);
  setEnvironment(LOCAL_CREDENTIALS);
  const dynamodb = await startDynamodb(stateDir);
  const tables = await standingTables(house, dynamodb.url).catch(async (error: unknown) => {
    if (dynamodb.server) await close(dynamodb.server);
    unlock();
    throw error;
  });
  const [sqs, simulator] = await Promise.all([
    startSqs(stateDir),
    startSimulator({
      stateDir,
      secretKey: secrets.processorSecretKey,
      publishableKey: secrets.publishableKey,
      guard: guardSettings(),
      nowMs: machineNowMs,
    }),
  ]);
  await Promise.all([createTables(dynamodb.url, house.tables), createQueues(sqs.url, house.queues)]);
  const callers = new Map<string, Caller>([
    ...house.functions.map(({ name, role }) => [name, { name, role }] as const),
    [OPERATOR, { name: OPERATOR, role: house.operator }],
  ]);
  const frontDoor = createFrontDoor({
    judge,
    callers,
    tables,
    findSecret: secretsOf(house.secrets, secrets, stateDir),
    servers: { dynamodb: dynamodb.url, sqs: sqs.url },
  });
  const addresses = { frontDoor: await listen(frontDoor, 0), processor: simulator.url };
  const functions = new DeployedFunctions({
    specs: house.functions,
    variablesOf: (spec) => functionVariables(spec, addresses),
    logFolder,
    onFailure: fail,
  });
  requireRoutes(house, functions);
  const moveAllClocks = (offsetMs: number) => {
    moveClock(offsetMs);
    saveClock(stateDir);
    functions.moveClock(offsetMs);
  };
  moveAllClocks(simulator.clockOffsetMs());
  // From here on this process works as an operator does, in the demo merchant's matters.
  const variables = operatorVariables(house, addresses);
  setEnvironment(variables);
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
  const served = new Set<string>();
  const findRoute = routeFunctions(house, functions, {
    onServed: (key) => served.add(key),
    onFailure: fail,
  });
  const gateway = createGateway(findRoute, { onAccess, sideDoors });
  const baseUrl = await listen(gateway, port);
  demo = await prepareDemo({ stateDir, baseUrl, processorUrl: simulator.url, secrets });
  receiver.secret = demo.callbackSecret;
  const schedulers = createSchedulers(house, functions, judge);
  simulator.setClockHost({
    follow: (offsetMs) => {
      moveAllClocks(offsetMs);
      for (const scheduler of schedulers) void scheduler.run();
    },
    settle: async () => [],
    nextDueAtMs: async () => undefined,
  });
  const workers = [...createPollers(house, functions, addresses.frontDoor), ...schedulers];
  for (const worker of workers) worker.start();
  writeJson(environmentFile(stateDir), variables);
  const endpoint = { url: demo.webhookUrl, secret: demo.webhookSecret };
  simulator.setWebhooks([
    { ...endpoint, connect: true },
    { ...endpoint, connect: false },
  ]);
  return {
    baseUrl,
    demo,
    judge,
    functions,
    dynamodbUrl: dynamodb.url,
    served,
    failures,
    stop: async () => {
      rmSync(environmentFile(stateDir), { force: true });
      await close(gateway);
      await Promise.all(workers.map((worker) => worker.stop()));
      await functions.stop();
      await simulator.stop();
      await close(frontDoor);
      await sqs.server?.stop();
      if (dynamodb.server) await close(dynamodb.server);
      moveClock(0);
      unlock();
    },
  };
}

function setEnvironment(variables: Record<string, string>): void {
  // A profile in the user's shell would take precedence over the credentials given here.
  delete process.env.AWS_PROFILE;
  Object.assign(process.env, variables);
}
