import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";
import type { Queues } from "./queues.ts";

/** When to call somebody, and what that person should do. */
export type AlarmSpec = {
  name: string;
  metric: IMetric;
  /** Rings at this value and above. */
  threshold: number;
  /** How many periods in a row; one, unless it says otherwise. */
  periods?: number;
  whatToDo: string;
};

export type Watched = {
  environment: Environment;
  queues: Queues;
  functions: readonly DeployedFunction[];
  api: HttpApi;
};
