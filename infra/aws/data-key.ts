import { Aws, Duration } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";
import { keyAliasOf } from "./names.ts";
import { removalPolicy } from "./removal.ts";

/** One key for all that is stored, so that who may read payments is decided, and audited, in one place. */
export function addDataKey(scope: Construct, environment: Environment): Key {
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
