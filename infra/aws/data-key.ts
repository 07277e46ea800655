import { Duration } from "aws-cdk-lib";
import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";
import { removalPolicy } from "./removal.ts";

/** One key for all that is stored, so that who may read payments is decided, and audited, in one place. */
export const addDataKey = (scope: Construct, environment: Environment): Key =>
  new Key(scope, "DataKey", {
    alias: `payments-${environment.name}`,
    description: `Payments service, ${environment.name}: table, secrets and alarms`,
    enableKeyRotation: true,
    // The shortest that AWS allows; only where the data may go too is the key ever scheduled for deletion.
    pendingWindow: Duration.days(7),
    removalPolicy: removalPolicy(environment),
  });
