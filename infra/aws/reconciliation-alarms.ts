import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { beats, counted, FIVE_MINUTES, measured } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";
import type { Environment } from "./environments.ts";

const HOUR = Duration.hours(1);
const DAY = Duration.days(1);

/** Every pull leaves ten minutes to the webhook, and there is one every hour. */
const LATE_WATERMARK_SECONDS = 3 * 3600;

/** Per day: it was asked for statements, and where there are merchants, at least one was made. */
const statementsAlive = (environment: Environment): MathExpression =>
  new MathExpression({
    expression: "IF(FILL(runs, 0) > 0 AND (FILL(asked, 0) == 0 OR FILL(made, 0) > 0), 1, 0)",
    usingMetrics: {
      runs: counted(environment, "StatementsAsked", DAY).with({ statistic: "SampleCount" }),
      asked: counted(environment, "StatementsAsked", DAY),
      made: counted(environment, "Statements", DAY),
    },
    period: DAY,
  });

export const reconciliationAlarms = (watched: Watched): AlarmSpec[] => [
  ...pulls(watched),
  ...statements(watched),
  ...audits(watched),
  ...secrets(watched),
];

const pulls = ({ environment, queues }: Watched): AlarmSpec[] => [
  {
    // Exact, not guessed: a quiet night sends no webhooks either.
    name: "missed-events",
    metric: counted(environment, "MissedEvents", HOUR),
    threshold: 1,
    whatToDo:
      "The hourly check at the processor found events whose webhooks did not arrive. They are applied and forwarded now, " +
      "an hour late. Check in the processor's dashboard whether our webhook endpoints are enabled and what they answered.",
  },
  {
    name: "pulls-missing",
    page: "reconciliation",
    // Every run says how many it has asked for, also where that is none: a run that says nothing was none.
    metric: beats(counted(environment, "PullsAsked", HOUR).with({ statistic: "SampleCount" })),
    threshold: 1,
    periods: 3,
    heartbeat: true,
    whatToDo:
      "For three hours the processor was not asked for missed events: a broken webhook " +
      "would not be noticed. Check the schedule and the log of the function missed-events.",
  },
  {
    name: "watermark-late",
    page: "reconciliation",
    metric: measured(environment, "OldestWatermarkSeconds", HOUR),
    threshold: LATE_WATERMARK_SECONDS,
    periods: 2,
    whatToDo:
      "Pulls of an account's events do not finish: missed events of the last three hours are not " +
      "loaded. The reconciliation function's log shows whether the processor, time or one event stops them.",
  },
  {
    name: "reconciliation-dead-letters",
    page: "reconciliation",
    metric: queues["reconciliation-dead-letters"].metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: 1,
    whatToDo:
      "A pull or a statement failed sixteen times. The hourly and the daily job start it again, but it keeps failing until " +
      "a person fixes the cause. The message has merchant and account or day, the function's log the reason.",
  },
];

const statements = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "statements-missing",
    page: "reconciliation",
    metric: statementsAlive(environment),
    threshold: 1,
    periods: 2,
    heartbeat: true,
    whatToDo:
      "For two days no daily statement was requested, or none was created. Check the schedule and the log " +
      "of daily-statements, then of reconciliation. A new environment fires until its first night is over.",
  },
  {
    name: "statement-differences",
    page: "differences",
    metric: counted(environment, "StatementDifferences", HOUR),
    threshold: 1,
    whatToDo:
      "A merchant's daily statement has differences between ledger and processor that could not be corrected. " +
      "The statement lists the payments: compare each with the processor's dashboard before anything else is refunded.",
  },
  {
    name: "balance-differences",
    page: "differences",
    metric: counted(environment, "BalanceDifferences", HOUR),
    threshold: 1,
    whatToDo:
      "On a merchant's day the processor's balance is not the balance of the day before plus what moved. The log has merchant " +
      "and day. The merchant sees the difference and cannot close the month: find the missing line before it is booked.",
  },
  {
    name: "unexplained-payouts",
    page: "differences",
    metric: counted(environment, "UnexplainedPayouts", HOUR),
    threshold: 1,
    whatToDo:
      "The lines of a merchant's payout do not add up to its amount. The merchant sees the difference. The log " +
      "has the merchant: compare the payout with the processor's own report before it is booked.",
  },
];

const audits = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "changed-audits",
    metric: counted(environment, "ChangedAudits", HOUR),
    threshold: 1,
    whatToDo:
      "The daily check found an audit entry that was changed or removed after it was written, or an audit that it could " +
      "not read. Nothing of the service does that. The log of missed-events names the merchant and the entries.",
  },
];

const secrets = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "stale-secrets",
    metric: counted(environment, "StaleSecrets", Duration.minutes(15)),
    threshold: 1,
    whatToDo:
      "A secret could not be reloaded, and functions use the cached value. New instances cannot start " +
      "without it: see whether Secrets Manager, its key or the functions' rights are the reason.",
  },
];
