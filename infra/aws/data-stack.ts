import { Aws, Duration, Stack, Tags } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { addCopies } from "./copies.ts";
import type { Environment } from "./environments.ts";
import { allLogsOf, keyAliasOf, tagsOf } from "./names.ts";
import { addPlatformEvents } from "./platform-events.ts";
import { addQueues } from "./queues.ts";
import { removalPolicy } from "./removal.ts";
import { addSecrets } from "./secrets.ts";
import { addTable } from "./table.ts";

/** What must never be lost: the table, its key, secrets, queues and logs. Everything else can be made again from them. */
export class DataStack extends Stack {
  constructor(scope: Construct, environment: Environment) {
    const { name, account, region, keepsData } = environment;
    super(scope, `payments-${name}-data`, {
      env: { ...(account && { account }), ...(region && { region }) },
      description: `Payments service, ${name}: what is stored`,
      terminationProtection: keepsData,
    });
    for (const [tag, value] of Object.entries(tagsOf(environment))) Tags.of(this).add(tag, value);

    const key = addDataKey(this, environment);
    addSecrets(this, environment, key);
    addQueues(this, environment);
    addPlatformEvents(this, environment);
    addLogGroups(this, environment);
    addCopies(this, environment, key);
    if (environment.withoutTable) return;
    const others = this.node.children;
    // Last, so that nothing can fail after it: a first deploy that is taken back could not delete a protected table.
    addTable(this, environment, key).node.addDependency(...others);
  }
}

/**
 * Log groups are our own: what Lambda creates by itself keeps everything for ever. They lie with the data because they
 * are records too: where data is kept, the lines of a function that is gone are still there when an audit asks.
 */
const addLogGroups = (scope: Construct, environment: Environment): LogGroup[] =>
  allLogsOf(environment).map(
    (logGroupName) =>
      new LogGroup(scope, `${logGroupName.split("/").at(-1)}-logs`, {
        logGroupName,
        retention: environment.logRetention,
        removalPolicy: removalPolicy(environment),
      }),
  );

/** One key for all that is stored, so that who may read payments is decided, and audited, in one place. */
function addDataKey(scope: Construct, environment: Environment): Key {
  const key = new Key(scope, "DataKey", {
    description: `Payments service, ${environment.name}: table, secrets and alarms`,
    enableKeyRotation: true,
    // The shortest that AWS allows; only where the data may go too is the key ever scheduled for deletion.
    pendingWindow: Duration.days(7),
    removalPolicy: removalPolicy(environment),
  });
  // Every role may use the key by this name alone. Without it no role could read the data that outlives the stack.
  key.addAlias(keyAliasOf(environment)).applyRemovalPolicy(removalPolicy(environment));
  // The service's alarm topic is encrypted with it. Without this statement alarms would go off unheard.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: ["*"],
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
  );
  return key;
}
