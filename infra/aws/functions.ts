import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { tableAccessOf } from "../ledger-access.ts";
import { pageFileName } from "../pages/page-file.ts";
import {
  type FunctionSpec,
  PAGE_VARIABLES,
  QUEUE_VARIABLES,
  type QueueName,
  SECRET_VARIABLES,
} from "../topology.ts";
import type { Bundles } from "./bundle/bundle-functions.ts";
import type { Data } from "./data-by-name.ts";
import type { Environment } from "./environments.ts";
import { functionLogsOf, functionNameOf } from "./names.ts";
import { isTraced, permissionsOf } from "./permissions.ts";
import { addRole } from "./role.ts";

/** The `service` dimension of every metric that a function counts, and so of the alarms on them. */
export const SERVICE_NAME = "payments";

/** The alias that everything calls. */
export const LIVE = "live";

export type FunctionResources = Data & { environment: Environment; bundles: Bundles };

/** `live` is the version that is in use: routes and queues lead to it, and a deploy moves it. */
export type DeployedFunction = { spec: FunctionSpec; lambda: LambdaFunction; live: Alias & IFunction };

export const addFunctions = (
  scope: Construct,
  specs: readonly FunctionSpec[],
  resources: FunctionResources,
) =>
  specs.map((spec): DeployedFunction => {
    const lambda = addFunction(scope, spec, resources);
    return { spec, lambda, live: addAlias(scope, `${spec.name}-live`, lambda) };
  });

/** CDK's classes miss its own interfaces by an `undefined` about which this compiler is strict: hence the two `as`. */
const addAlias = (scope: Construct, id: string, { currentVersion }: LambdaFunction): Alias & IFunction =>
  new Alias(scope, id, { aliasName: LIVE, version: currentVersion as IVersion }) as Alias & IFunction;

function addFunction(scope: Construct, spec: FunctionSpec, resources: FunctionResources): LambdaFunction {
  const { environment } = resources;
  const functionName = functionNameOf(environment, spec.name);
  const reserved = environment.reservedConcurrency[spec.name];
  const logGroup = LogGroup.fromLogGroupName(scope, `${spec.name}-logs`, functionLogsOf(functionName));
  const lambda = new LambdaFunction(scope, spec.name, {
    functionName,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    code: codeOf(spec, resources.bundles),
    handler: "index.handler",
    timeout: Duration.seconds(spec.timeoutSeconds),
    memorySize: spec.memoryMegabytes,
    ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    role: addRole(scope, `${spec.name}-role`, permissionsOf(spec, resources, logGroup)),
    logGroup,
    // Of Lambda's own lines only those of failures: three for each invocation would be a third of all log bytes.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.WARN,
    // Lines of metrics have no level, and count as INFO.
    applicationLogLevelV2:
      environment.logLevel === "DEBUG" ? ApplicationLogLevel.DEBUG : ApplicationLogLevel.INFO,
    tracing: isTraced(spec, environment) ? Tracing.ACTIVE : Tracing.DISABLED,
    environment: variablesOf(spec, resources),
    // The version before stays, or there would be nothing to go back to. One that a failed deploy has just made goes
    // again: publishing the same code a second time would answer the version that stands, and CloudFormation would
    // reject it as existing.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
  });
  Validations.of(lambda).acknowledge({
    id: "Serverless-LambdaDLQ",
    reason:
      "API Gateway and queues wait for its answer; what a queue's consumer fails at, the queue redrives.",
  });
  if (!isTraced(spec, environment))
    Validations.of(lambda).acknowledge({
      id: "Serverless-LambdaTracing",
      reason: "Its one line per request says whose it was, how long it took and what it met.",
    });
  return lambda;
}

function codeOf({ name }: FunctionSpec, bundles: Bundles): Code {
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`There is no bundle for ${name}.`);
  return Code.fromAsset(bundle.directory, { exclude: ["*.map"] });
}

/** Only where no address is given for alarms, which production needs: its accounts are test accounts. */
const TEST_CONTACT_EMAIL = "accounts@example.com";

/** What shared/runtime/config.ts reads: names and addresses. A secret is never here, only where it lies. */
function variablesOf(
  spec: FunctionSpec,
  { environment, table, secrets, queues, platform }: FunctionResources,
) {
  return {
    ENVIRONMENT: environment.name,
    LOG_LEVEL: environment.logLevel,
    ...(environment.domain && { PUBLIC_URL: `https://${environment.domain.name}` }),
    ...(tableAccessOf(spec.name) !== "none" && { TABLE_NAME: table.tableName }),
    ...(spec.page && { [PAGE_VARIABLES[spec.page]]: `/var/task/${pageFileName(spec.page)}` }),
    ...(spec.fees && { DEFAULT_FEE_POLICY: JSON.stringify(environment.defaultFeePolicy) }),
    ...(spec.accounts && {
      ACCOUNTS_API: environment.accountsApi,
      ACCOUNTS_CONTACT_EMAIL: environment.contactEmail ?? environment.alarmEmail ?? TEST_CONTACT_EMAIL,
    }),
    ...(spec.typedAmounts && { CONSOLE_TYPED_ABOVE: JSON.stringify(environment.typedAboveCents) }),
    ...Object.fromEntries(spec.secrets.map((name) => [SECRET_VARIABLES[name], secrets[name].name])),
    ...Object.fromEntries(queuesOf(spec).map((name) => [QUEUE_VARIABLES[name], queues[name].queueUrl])),
    ...(spec.tellsPlatform && platform && { PLATFORM_EVENT_QUEUE_URL: platform.queue.queueUrl }),
  };
}

/** A consumer has its queue's address too: it decides when a message comes back. */
const queuesOf = ({ sends = [], consumes }: FunctionSpec): QueueName[] => [
  ...new Set([...sends, ...(consumes ? [consumes.queue] : [])]),
];
