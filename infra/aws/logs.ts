import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";
import { removalPolicy } from "./removal.ts";

/** Log groups are the stack's own: what Lambda creates by itself keeps everything for ever and survives the stack. */
export const addLogGroup = (
  scope: Construct,
  id: string,
  at: { logGroupName: string; environment: Environment },
) =>
  new LogGroup(scope, id, {
    logGroupName: at.logGroupName,
    retention: at.environment.logRetention,
    removalPolicy: removalPolicy(at.environment),
  });
