import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { Watched } from "./alarm-spec.ts";
import { callbackAlarms } from "./callback-alarms.ts";
import { webhookAlarms } from "./webhook-alarms.ts";

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
