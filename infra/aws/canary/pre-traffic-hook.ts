import {
  CodeDeployClient,
  GetApplicationRevisionCommand,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from "@aws-sdk/client-codedeploy";
import { InvokeCommand, type InvokeCommandOutput, LambdaClient } from "@aws-sdk/client-lambda";
import { judgeAnswer, probeFor } from "./probe.ts";

/**
 * CodeDeploy calls this before the first request reaches a new version. The version is asked once, as by a stranger:
 * that it rejects in the right way proves that it loads and has its settings; what asks for a key has also read the table
 * for it, and the webhook its secrets.
 * Not one of the service's functions: it runs on the SDK of Lambda's runtime.
 */
export type HookEvent = { DeploymentId: string; LifecycleEventHookExecutionId: string };

const codeDeploy = new CodeDeployClient({});
const lambda = new LambdaClient({});

export async function handler({ DeploymentId, LifecycleEventHookExecutionId }: HookEvent): Promise<void> {
  const complaint = await complainOf(DeploymentId).catch((error: unknown) => String(error));
  console.log(JSON.stringify({ deploymentId: DeploymentId, complaint: complaint ?? "none" }));
  // Reported in any case: CodeDeploy would wait an hour for a hook that says nothing.
  await codeDeploy.send(
    new PutLifecycleEventHookExecutionStatusCommand({
      deploymentId: DeploymentId,
      lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
      status: complaint === undefined ? "Succeeded" : "Failed",
    }),
  );
}

async function complainOf(deploymentId: string): Promise<string | undefined> {
  const { name, version } = await newVersionOf(deploymentId);
  const { FunctionError, Payload } = await invoke(
    new InvokeCommand({ FunctionName: name, Qualifier: version, Payload: JSON.stringify(probeFor(name)) }),
  );
  const answer = Buffer.from(Payload ?? []).toString();
  if (FunctionError) return `${name}:${version} crashed: ${FunctionError}`;
  return judgeAnswer(name, answer);
}

/** A busy function has no execution free at times. The hook itself lives for a minute. */
const PATIENCE_MS = 50_000;
const PAUSE_MS = 2_000;

async function invoke(command: InvokeCommand): Promise<InvokeCommandOutput> {
  const endsAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await lambda.send(command);
    } catch (error) {
      const isThrottled = error instanceof Error && error.name === "TooManyRequestsException";
      if (!isThrottled || Date.now() + PAUSE_MS > endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

type AppSpec = { Resources: Record<string, { Properties: { Name: string; TargetVersion: string } }>[] };

/** A deployment names its revision, and the revision is the file in which CloudFormation wrote the version. */
async function newVersionOf(deploymentId: string): Promise<{ name: string; version: string }> {
  const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
  const { applicationName, revision } = deploymentInfo ?? {};
  const { revision: found } = await codeDeploy.send(
    new GetApplicationRevisionCommand({ applicationName, revision }),
  );
  const { Resources } = JSON.parse(found?.string?.content ?? found?.appSpecContent?.content ?? "") as AppSpec;
  const [target] = Resources.flatMap((resource) => Object.values(resource));
  if (!target) throw new Error(`The deployment ${deploymentId} has no function.`);
  return { name: target.Properties.Name, version: target.Properties.TargetVersion };
}
