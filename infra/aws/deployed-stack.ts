import { Failure } from "../../shared/domain/failure.ts";
import { keysOf } from "../../shared/domain/values.ts";
import { SECRET_VARIABLES } from "../topology.ts";
import { explainAwsError } from "./caller-identity.ts";
import { secretNameOf } from "./names.ts";

/** The stack's outputs, and the variables that the functions know them by. Secrets have fixed names. */
const OUTPUTS: Record<string, string> = {
  TableName: "TABLE_NAME",
  CallbackQueueUrl: "CALLBACK_QUEUE_URL",
  DeadLetterQueueUrl: "DEAD_LETTER_QUEUE_URL",
  ReconciliationQueueUrl: "RECONCILIATION_QUEUE_URL",
};

/** `release`: the one that it was deployed from. */
export type Deployment = { variables: Record<string, string>; release: string | undefined };

/** What a function of that environment would find in its own; asked of CloudFormation, so that nothing is guessed. */
export async function readDeployment(environment: string): Promise<Deployment> {
  const stackName = stackOf(environment);
  const outputs = await readOutputs(stackName);
  const missing = Object.keys(OUTPUTS).filter((name) => !outputs.has(name));
  if (missing.length > 0) {
    throw unavailable(`The stack ${stackName} lacks the outputs ${missing.join(", ")}. Deploy it again.`);
  }
  const variables = Object.entries(OUTPUTS).map(([name, variable]) => [variable, outputs.get(name)]);
  const secrets = keysOf(SECRET_VARIABLES).map((secret) => [
    SECRET_VARIABLES[secret],
    secretNameOf({ name: environment }, secret),
  ]);
  // Not every environment has one. A visit by hand finishes events, as the functions do.
  const platformQueue = outputs.get("PlatformEventQueueUrl");
  const accountsApi = outputs.get("AccountsApi");
  return {
    variables: {
      ENVIRONMENT: environment,
      ...Object.fromEntries([...variables, ...secrets]),
      ...(platformQueue && { PLATFORM_EVENT_QUEUE_URL: platformQueue }),
      ...(accountsApi && { ACCOUNTS_API: accountsApi }),
    },
    release: outputs.get("Release"),
  };
}

export async function deployedApiUrl(environment: string): Promise<string> {
  const url = (await readOutputs(stackOf(environment))).get("ApiUrl");
  if (url) return url;
  throw unavailable(`The stack ${stackOf(environment)} lacks the output ApiUrl. Deploy it again.`);
}

/** `domain`: the name of our own that it answers at, if it has one. */
type Deployed = {
  tableName: string;
  domain: string | undefined;
  queriedIndexes: string[];
  reservedConcurrency: number;
};

/** What a deploy has to know of the one before; undefined where there was none, or none that came to its end. */
export async function findDeployed(environment: string): Promise<Deployed | undefined> {
  const stack = await readStack(stackOf(environment));
  const tableName = stack.kind === "found" && stack.outputs.get("TableName");
  if (!tableName) return undefined;
  const { outputs } = stack;
  const domain = outputs.has("ApiDomainTarget") ? outputs.get("ApiUrl")?.replace("https://", "") : undefined;
  const queriedIndexes = outputs.get("QueriedIndexes")?.split(",") ?? [];
  return {
    tableName,
    domain,
    queriedIndexes,
    reservedConcurrency: Number(outputs.get("ReservedConcurrency") ?? 0),
  };
}

function stackOf(environment: string): string {
  if (/^[a-z][a-z0-9-]{1,20}$/.test(environment)) return `payments-${environment}`;
  throw new Failure("invalid_request", "--env must be the name of an environment: dev, staging or prod.");
}

async function readOutputs(stackName: string): Promise<Map<string, string>> {
  const stack = await readStack(stackName);
  if (stack.kind === "found") return stack.outputs;
  throw unavailable(`There is no stack ${stackName} in this account and region.`);
}

type DeployedStack = { kind: "found"; outputs: Map<string, string> } | { kind: "none" };

async function readStack(stackName: string): Promise<DeployedStack> {
  const { CloudFormationClient, DescribeStacksCommand } = await import("@aws-sdk/client-cloudformation");
  const client = new CloudFormationClient({ maxAttempts: 2 });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks[0]?.Outputs ?? [];
    return {
      kind: "found",
      outputs: new Map(outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue])),
    };
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return { kind: "none" };
    throw unavailable(explain(error, stackName));
  } finally {
    client.destroy();
  }
}

function explain(error: unknown, stackName: string): string {
  const name = error instanceof Error ? error.name : String(error);
  const ofTheShell = explainAwsError(error);
  if (ofTheShell) return ofTheShell;
  if (/^AccessDenied/.test(name)) return `These credentials may not read the stack ${stackName}.`;
  return `The stack ${stackName} could not be read (${name}).`;
}

const unavailable = (detail: string): Failure => new Failure("service_unavailable", detail);
