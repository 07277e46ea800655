import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type CfnElement, Duration, Stack, Validations } from "aws-cdk-lib";
import type { LambdaApplication } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  type IFunction,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { buildSync } from "esbuild";
import type { Environment } from "./environments.ts";
import { canaryHookNameOf, functionLogsOf } from "./names.ts";
import { type Acknowledged, addRole } from "./role.ts";

export type HookProps = {
  environment: Environment;
  application: LambdaApplication;
  groupArns: string[];
  targets: readonly LambdaFunction[];
};

export function addHookFunction(scope: Construct, props: HookProps): LambdaFunction & IFunction {
  const { environment } = props;
  const functionName = canaryHookNameOf(environment);
  const logGroup = LogGroup.fromLogGroupName(scope, "canary-hook-logs", functionLogsOf(functionName));
  const role = addRole(
    scope,
    "canary-hook-role",
    [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
      ...rights(props),
    ],
    props.targets.map(anyVersion),
  );
  const hook = new LambdaFunction(scope, "canary-hook", {
    functionName,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: Code.fromInline(bundle()),
    handler: "index.handler",
    timeout: Duration.seconds(60),
    memorySize: 256,
    role,
    logGroup,
    // Every trace is paid for, and CodeDeploy keeps what it said.
    tracing: Tracing.DISABLED,
  });
  Validations.of(hook).acknowledge(
    {
      id: "Serverless-LambdaDLQ",
      reason: "A deployment waits for its verdict: one that is missing fails the deployment.",
    },
    {
      id: "Serverless-LambdaTracing",
      reason: "It runs once in a deployment, and its log says what it asked and what it was told.",
    },
  );
  return hook as LambdaFunction & IFunction;
}

const rights = ({ application, groupArns, targets }: HookProps): PolicyStatement[] => [
  new PolicyStatement({
    actions: ["codedeploy:GetApplicationRevision"],
    resources: [application.applicationArn],
  }),
  new PolicyStatement({
    actions: ["codedeploy:GetDeployment", "codedeploy:PutLifecycleEventHookExecutionStatus"],
    resources: groupArns,
  }),
  // Which version is new is known only when it is there.
  new PolicyStatement({
    actions: ["lambda:InvokeFunction"],
    resources: targets.map(({ functionArn }) => `${functionArn}:*`),
  }),
];

const anyVersion = (target: LambdaFunction): Acknowledged => ({
  id: `AwsSolutions-IAM5[Resource::<${Stack.of(target).getLogicalId(target.node.defaultChild as CfnElement)}.Arn>:*]`,
  reason: "Any version of this one function: the number of the new one is not known before it is there.",
});

const ENTRY = resolve(fileURLToPath(new URL("canary/pre-traffic-hook.ts", import.meta.url)));

/** A few small files, without the SDK, which Lambda's runtime brings along: it fits into the template. */
function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [ENTRY],
    bundle: true,
    external: ["@aws-sdk/*"],
    platform: "node",
    format: "cjs",
    target: "node24",
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
