import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";

/** One night's copy may fail and the next one succeed, but somebody has to know. */
export const copyAlarms = ({ environment }: Watched): AlarmSpec[] =>
  environment.copyVaults === "none"
    ? []
    : [
        ["backups-failed", "NumberOfBackupJobsFailed"] as const,
        ["copies-failed", "NumberOfCopyJobsFailed"] as const,
      ].map(([name, metricName]) => ({
        name,
        page: "copies-failed",
        metric: new Metric({
          namespace: "AWS/Backup",
          metricName,
          dimensionsMap: { BackupVaultName: `payments-${environment.name}` },
          statistic: "Sum",
          period: Duration.hours(1),
        }),
        threshold: 1,
        whatToDo:
          "The night's backup of the table, or its copy to another region or account, has failed. The service is not affected, " +
          "and point-in-time recovery goes on. Find the reason, and copy by hand.",
      }));
