import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";
import { allLogsOf } from "./names.ts";
import { removalPolicy } from "./removal.ts";

/**
 * Log groups are our own: what Lambda creates by itself keeps everything for ever. They lie with the data because they
 * are records too: where data is kept, the lines of a function that is gone are still there when an audit asks.
 */
export const addLogGroups = (scope: Construct, environment: Environment): LogGroup[] =>
  allLogsOf(environment).map(
    (logGroupName) =>
      new LogGroup(scope, `${logGroupName.split("/").at(-1)}-logs`, {
        logGroupName,
        retention: environment.logRetention,
        removalPolicy: removalPolicy(environment),
      }),
  );
