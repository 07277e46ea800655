import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { counted, FIVE_MINUTES, measured } from "./alarm-metrics.ts";
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

/** What is found by asking the processor, instead of waiting to be told. */
export const reconciliationAlarms = (watched: Watched): AlarmSpec[] => [
  ...pulls(watched),
  ...statements(watched),
  ...secrets(watched),
];

const pulls = ({ environment, queues }: Watched): AlarmSpec[] => [
  {
    // Exact, not guessed: a quiet night sends no webhooks either.
    name: "missed-events",
    metric: counted(environment, "MissedEvents", HOUR),
    threshold: 1,
    whatToDo:
      "The hourly look at the processor found events that no webhook had brought. They are applied and forwarded now, " +
      "an hour late. See in the processor's dashboard whether our webhook endpoints are enabled and what they answered.",
  },
  {
    name: "pulls-missing",
    // Every run says how many it has asked for, also where that is none: a run that says nothing was none.
    metric: counted(environment, "PullsAsked", HOUR).with({ statistic: "SampleCount" }),
    threshold: 1,
    periods: 3,
    heartbeat: true,
    whatToDo:
      "For three hours nobody has asked the processor for events that no webhook brought: a webhook that is not heard " +
      "would not be noticed. See the schedule and the log of the function missed-events.",
  },
  {
    name: "watermark-late",
    metric: measured(environment, "OldestWatermarkSeconds", HOUR),
    threshold: LATE_WATERMARK_SECONDS,
    periods: 2,
    whatToDo:
      "Pulls of an account's events do not come to their end: what no webhook has brought is three hours old and not " +
      "taken. The reconciliation function's log says whether the processor, time or one event stops them.",
  },
  {
    name: "reconciliation-dead-letters",
    metric: queues["reconciliation-dead-letters"].metricApproximateNumberOfMessagesVisible({
      period: FIVE_MINUTES,
      statistic: "Maximum",
    }),
    threshold: 1,
    whatToDo:
      "A pull or a statement failed sixteen times. The hourly and the daily job ask for it again; what fails each time is " +
      "a matter for a person. The message names merchant and account or day; the function's log says why.",
  },
];

const statements = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "statements-missing",
    metric: statementsAlive(environment),
    threshold: 1,
    periods: 2,
    heartbeat: true,
    whatToDo:
      "For two days no daily statement was asked for, or none was made of those that were. See the schedule and the log " +
      "of daily-statements, then of reconciliation. A new environment rings until its first night is over.",
  },
  {
    name: "statement-differences",
    metric: counted(environment, "StatementDifferences", HOUR),
    threshold: 1,
    whatToDo:
      "A merchant's daily statement holds differences between the ledger and the processor that could not be healed. " +
      "The statement names the payments: compare each with the processor's dashboard before anything else is refunded.",
  },
  {
    name: "unexplained-payouts",
    metric: counted(environment, "UnexplainedPayouts", HOUR),
    threshold: 1,
    whatToDo:
      "The lines of a merchant's payout do not add up to its amount. The merchant sees the difference as such. The log " +
      "names the merchant: compare the payout with the processor's own report before anybody books it.",
  },
];

const secrets = ({ environment }: Watched): AlarmSpec[] => [
  {
    name: "stale-secrets",
    metric: counted(environment, "StaleSecrets", Duration.minutes(15)),
    threshold: 1,
    whatToDo:
      "A secret could not be read anew, and functions go on with the value that they had. New instances cannot start " +
      "without it: see whether Secrets Manager, its key or the functions' rights are the reason.",
  },
];
