import { Failure } from "../../shared/domain/failure.ts";
import { explainAwsError } from "../aws/caller-identity.ts";

/** The stack's outputs, and the variables that the functions know them by. Secrets stay where they lie. */
const OUTPUTS: Record<string, string> = {
  TableName: "TABLE_NAME",
  CallbackQueueUrl: "CALLBACK_QUEUE_URL",
  DeadLetterQueueUrl: "DEAD_LETTER_QUEUE_URL",
  CallbackKeySecretArn: "CALLBACK_KEY_SECRET_ARN",
  ProcessorSecretArn: "PROCESSOR_SECRET_ARN",
};

/** What a function of that environment would find in its own; asked of CloudFormation, so that nothing is guessed. */
export async function deployedVariables(environment: string): Promise<Record<string, string>> {
  const stackName = stackOf(environment);
  const outputs = await readOutputs(stackName);
  const missing = Object.keys(OUTPUTS).filter((name) => !outputs.has(name));
  if (missing.length > 0) {
    throw unavailable(`The stack ${stackName} lacks the outputs ${missing.join(", ")}: deploy it again.`);
  }
  const variables = Object.entries(OUTPUTS).map(([name, variable]) => [variable, outputs.get(name)]);
  return { ENVIRONMENT: environment, ...Object.fromEntries(variables) };
}

/** Where merchants call that environment. */
export async function deployedApiUrl(environment: string): Promise<string> {
  const url = (await readOutputs(stackOf(environment))).get("ApiUrl");
  if (url) return url;
  throw unavailable(`The stack ${stackOf(environment)} lacks the output ApiUrl: deploy it again.`);
}

function stackOf(environment: string): string {
  if (/^[a-z][a-z0-9-]{1,20}$/.test(environment)) return `payments-${environment}`;
  throw new Failure("invalid_request", "--env must be the name of an environment: dev, staging or prod.");
}

async function readOutputs(stackName: string): Promise<Map<string, string>> {
  const { CloudFormationClient, DescribeStacksCommand } = await import("@aws-sdk/client-cloudformation");
  const client = new CloudFormationClient({ maxAttempts: 2 });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputs = Stacks[0]?.Outputs ?? [];
    return new Map(outputs.map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]));
  } catch (error) {
    throw unavailable(explain(error, stackName));
  } finally {
    client.destroy();
  }
}

function explain(error: unknown, stackName: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const ofTheShell = explainAwsError(error);
  if (ofTheShell) return ofTheShell;
  if (/does not exist/.test(message)) return `There is no stack ${stackName} in this account and region.`;
  if (/^AccessDenied/.test(name)) return `These credentials may not look at the stack ${stackName}.`;
  return `AWS could not be asked for the stack ${stackName} (${name}).`;
}

const unavailable = (detail: string): Failure => new Failure("service_unavailable", detail);
