import type { IHttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { Queues } from "./data-by-name.ts";
import type { Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";
import type { PlatformQueue } from "./platform-events.ts";

/** When to call the person on call, and what to do first. The rest stands on the alarm's page. */
export type AlarmSpec = {
  name: string;
  metric: IMetric;
  threshold: number;
  /** How many periods in a row; one, unless it says otherwise. */
  periods?: number;
  /** Rings the other way round: when there is less than this, and when there is nothing at all. */
  heartbeat?: boolean;
  /** A person is woken. Without it a ticket is made, which can wait for the morning. */
  wakes?: true;
  whatToDo: string;
  /** infra/runbooks/<page>.md; the alarm's own name, unless several share one. */
  page?: string;
};

export type Watched = {
  environment: Environment;
  queues: Queues;
  platform?: PlatformQueue | undefined;
  functions: readonly DeployedFunction[];
  api: IHttpApi;
  table: ITable;
};
