import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import { FUNCTIONS } from "../topology.ts";
import { counted, failuresOf, faultsOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";
import { apiAlarms } from "./api-alarms.ts";
import { callbackAlarms } from "./callback-alarms.ts";
import type { Environment } from "./environments.ts";
import { limitAlarms } from "./limit-alarms.ts";
import { openWorkAlarms } from "./open-work-alarms.ts";
import { reconciliationAlarms } from "./reconciliation-alarms.ts";
import { webhookAlarms } from "./webhook-alarms.ts";

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

/** People in browsers: who sees what, by a link that only one of them should have. */
const consoleAlarms = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "reused-codes",
    metric: counted(environment, "ReusedCodes", Duration.hours(1)),
    threshold: 1,
    whatToDo:
      "A link to a merchant's console was used twice. Its session was ended, and the second " +
      "user got nothing. The log has merchant and session: ask the merchant whether both were its own people.",
  },
];

const OLDEST_MINUTES = 60;

const platformAlarms = ({ platform }: Watched): AlarmSpec[] =>
  platform
    ? [
        {
          name: "platform-events",
          metric: platform.queue.metricApproximateAgeOfOldestMessage({
            period: Duration.minutes(5),
            statistic: "Maximum",
          }),
          threshold: OLDEST_MINUTES * 60,
          whatToDo:
            "The platform's own consumer has left an event for an hour. Merchants' callbacks are not affected. Check the " +
            "consumer and the queue's dead letters.",
        },
        {
          // What the consumer receives and fails at is among the dead letters long before it is an hour old.
          name: "platform-events-failed",
          page: "platform-events",
          metric: platform.deadLetters.metricApproximateNumberOfMessagesVisible({
            period: Duration.minutes(5),
            statistic: "Maximum",
          }),
          threshold: 1,
          whatToDo:
            "The platform's own consumer received an event ten times and failed. Merchants' callbacks are not affected. " +
            "Repair the consumer and redrive the dead letters: they are deleted 14 days after they were sent.",
        },
      ]
    : [];

/** Those whose crash no caller notices. Delivery has alarms of its own, and its canary watches it at all times. */
const WORKERS = FUNCTIONS.filter(
  ({ name, schedule, consumes }) => (schedule || consumes) && name !== "delivery",
);

const workerAlarms = (watched: Watched): AlarmSpec[] =>
  WORKERS.map(({ name, consumes }) => ({
    name: `${name}-errors`,
    page: "function-errors",
    // What takes messages keeps to itself what it fails at.
    metric: consumes ? faultsOf(watched, name) : failuresOf(watched.functions, name),
    threshold: 1,
    whatToDo:
      `The function ${name} crashed, ran out of time or had an unexpected error, such as a missing right. Its ` +
      "next run, its queue or the due list repeats the work. Read its log, because work that always fails " +
      "stays undone.",
  }));

/** One night's copy may fail and the next one succeed, but somebody has to know. */
const copyAlarms = ({ environment }: Watched): AlarmSpec[] =>
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
