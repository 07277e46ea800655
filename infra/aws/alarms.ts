import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { callbackAlarms } from "./callback-alarms.ts";
import type { Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";
import type { Queues } from "./queues.ts";
import { webhookAlarms } from "./webhook-alarms.ts";

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

export function addAlarms(scope: Construct, topic: ITopic, watched: Watched): void {
  for (const spec of [...callbackAlarms(watched), ...webhookAlarms(watched)]) {
    const alarm = new Alarm(scope, `${spec.name}-alarm`, {
      alarmName: `payments-${watched.environment.name}-${spec.name}`,
      alarmDescription: spec.whatToDo,
      metric: spec.metric,
      threshold: spec.threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: spec.periods ?? 1,
      // An idle queue and a function that nobody calls report nothing, and nothing is wrong.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
  }
}
