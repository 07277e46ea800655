import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";
import { apiAlarms } from "./api-alarms.ts";
import { callbackAlarms } from "./callback-alarms.ts";
import { consoleAlarms } from "./console-alarms.ts";
import { copyAlarms } from "./copy-alarms.ts";
import type { Environment } from "./environments.ts";
import { limitAlarms } from "./limit-alarms.ts";
import { openWorkAlarms } from "./open-work-alarms.ts";
import { platformAlarms } from "./platform-alarms.ts";
import { reconciliationAlarms } from "./reconciliation-alarms.ts";
import { webhookAlarms } from "./webhook-alarms.ts";
import { workerAlarms } from "./worker-alarms.ts";

/** `wake`: somebody gets up. `ticket`: somebody looks at it in the morning. */
export type AlarmTopics = { wake: ITopic; ticket: ITopic };

export const addAlarms = (scope: Construct, topics: AlarmTopics, watched: Watched): Alarm[] =>
  [
    ...apiAlarms(watched),
    ...webhookAlarms(watched),
    ...callbackAlarms(watched),
    ...openWorkAlarms(watched),
    ...reconciliationAlarms(watched),
    ...consoleAlarms(watched),
    ...limitAlarms(watched),
    ...workerAlarms(watched),
    ...platformAlarms(watched),
    ...copyAlarms(watched),
  ].map((spec) => addAlarm(scope, spec, { topics, environment: watched.environment }));

export function addAlarm(
  scope: Construct,
  { name, page = name, metric, threshold, periods = 1, heartbeat = false, wakes, whatToDo }: AlarmSpec,
  { topics, environment }: { topics: AlarmTopics; environment: Environment },
): Alarm {
  const topic = wakes ? topics.wake : topics.ticket;
  const alarm = new Alarm(scope, `${name}-alarm`, {
    alarmName: `payments-${environment.name}-${name}`,
    alarmDescription: `${whatToDo} More: infra/runbooks/${page}.md.`,
    metric,
    threshold,
    comparisonOperator: heartbeat
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: periods,
    // An idle queue and a function that is not called report nothing, and nothing is wrong.
    treatMissingData: heartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  // The person who was called is told when it is over.
  alarm.addOkAction(new SnsAction(topic));
  return alarm;
}
