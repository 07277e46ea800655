import { RemovalPolicy } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Environment } from "./environments.ts";

/**
 * Log groups are the stack's own: what Lambda creates by itself keeps everything for ever and survives the stack.
 * How long lines are kept is all that is said about keeping: a group that outlived its function would stand in the
 * way of the next one of that name.
 */
export const addLogGroup = (
  scope: Construct,
  id: string,
  at: { logGroupName: string; environment: Environment },
) =>
  new LogGroup(scope, id, {
    logGroupName: at.logGroupName,
    retention: at.environment.logRetention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
