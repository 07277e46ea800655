import type { Server } from "node:http";
import { type Demo, prepareDemo } from "./demo.ts";
import { ensureTable, startDynamodb } from "./dynamodb.ts";
import { functionEnvironment, LOCAL_CREDENTIALS, secretValues, TABLE_NAME } from "./environment.ts";
import type { AccessLine } from "./gateway.ts";
import { close, listen } from "./http-listen.ts";
import { startSecretsManager } from "./secrets-manager.ts";
import { startSimulator } from "./simulator/simulator.ts";
import { loadSecrets } from "./state.ts";

export type StackOptions = {
  port: number;
  stateDir: string;
  onAccess?: (line: AccessLine) => void;
  /** Tests put a faulty wire between the functions and a server: given its address, answer the one to use. */
  wire?: (server: "dynamodb" | "processor", url: string) => Promise<string>;
};

export type Stack = {
  baseUrl: string;
  demo: Demo;
  dynamodbUrl: string;
  processorUrl: string;
  stop: () => Promise<void>;
};

/** The whole service in one process. One per process, because the functions read one environment, as on Lambda. */
export async function startStack({
  port,
  stateDir,
  onAccess,
  wire = async (_, url) => url,
}: StackOptions): Promise<Stack> {
  const secrets = loadSecrets(stateDir);
  setEnvironment(LOCAL_CREDENTIALS);
  const [dynamodb, secretsManager, simulator] = await Promise.all([
    startDynamodb(stateDir),
    startSecretsManager(secretValues(secrets)),
    startSimulator({
      stateDir,
      secretKey: secrets.processorSecretKey,
      publishableKey: secrets.publishableKey,
    }),
  ]);
  await ensureTable(dynamodb.url, TABLE_NAME);
  setEnvironment(
    functionEnvironment({
      dynamodb: await wire("dynamodb", dynamodb.url),
      secretsManager: secretsManager.url,
      processor: await wire("processor", simulator.url),
    }),
  );
  // Only now: the functions read their environment while they load.
  const { createGateway } = await import("./gateway.ts");
  const gateway = await createGateway(onAccess);
  const baseUrl = await listen(gateway.server, port);
  const demo = await prepareDemo({ stateDir, baseUrl, processorUrl: simulator.url, secrets });
  return {
    baseUrl,
    demo,
    dynamodbUrl: dynamodb.url,
    processorUrl: simulator.url,
    stop: () => stopAll([gateway.server], simulator, [secretsManager.server, dynamodb.server]),
  };
}

/** The front door closes first, so that what is inside can finish against servers that still answer. */
async function stopAll(
  front: Server[],
  simulator: { stop: () => Promise<void> },
  back: Server[],
): Promise<void> {
  await Promise.all(front.map((server) => close(server)));
  await simulator.stop();
  await Promise.all(back.map((server) => close(server)));
}

function setEnvironment(variables: Record<string, string>): void {
  // A profile in the user's shell would take precedence over the credentials given here.
  delete process.env.AWS_PROFILE;
  Object.assign(process.env, variables);
}
