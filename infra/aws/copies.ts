import { Duration, Stack } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";
import { tableNameOf } from "./names.ts";
import { removalPolicy } from "./removal.ts";

const KEPT_DAYS = 35;

/**
 * A copy of the table in use each night, in the vaults that the environment names: in another region, in another account.
 * Each of them encrypts with a key of its own, so a copy outlives this region, this account and this key. Point-in-time
 * recovery stays what a restore begins with: it loses five minutes, a copy a day.
 */
export function addCopies(scope: Construct, environment: Environment, key: IKey): void {
  const { copyVaults } = environment;
  if (copyVaults === "none") return;
  const vault = new BackupVault(scope, "Vault", {
    backupVaultName: `payments-${environment.name}`,
    encryptionKey: key,
    removalPolicy: removalPolicy(environment),
  });
  const plan = new BackupPlan(scope, "Copies", {
    backupPlanName: `payments-${environment.name}-copies`,
    backupVault: vault,
  });
  plan.addRule(
    new BackupPlanRule({
      ruleName: "nightly",
      scheduleExpression: Schedule.cron({ hour: "3", minute: "15" }),
      deleteAfter: Duration.days(KEPT_DAYS),
      copyActions: copyVaults.map((arn, nth) => ({
        destinationBackupVault: BackupVault.fromBackupVaultArn(scope, `CopyVault${nth + 1}`, arn),
        deleteAfter: Duration.days(KEPT_DAYS),
      })),
    }),
  );
  // By name: after a restore the table in use is not the one that this stack has made.
  const arn = Stack.of(scope).formatArn({
    ...{ service: "dynamodb", resource: "table", resourceName: tableNameOf(environment) },
  });
  plan.addSelection("Table", { resources: [BackupResource.fromArn(arn)] });
}
