import { Duration, Stack } from "aws-cdk-lib";
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  MathExpression,
  Metric,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import {
  counted,
  FIVE_MINUTES,
  lambdaOf,
  measured,
  PROCESSOR_FAILURES,
  processorFailures,
} from "./alarm-metrics.ts";
import type { Watched } from "./alarm-spec.ts";
import { CRITICAL_FUNCTIONS } from "./canary.ts";
import type { Environment } from "./environments.ts";
import { DYNAMODB_OPERATIONS, throttlesOf } from "./limit-alarms.ts";

const ROW = 24;

/** Money above, the machine below. */
export function addDashboard(scope: Construct, watched: Watched, alarms: readonly IAlarm[]): Dashboard {
  const dashboard = new Dashboard(scope, "Dashboard", {
    // Dashboards are the account's, not the region's.
    dashboardName: `payments-${watched.environment.name}-${Stack.of(scope).region}`,
    defaultInterval: Duration.hours(12),
  });
  dashboard.addWidgets(
    new AlarmStatusWidget({
      title: "Alarms: infra/runbooks/ has a page for each",
      alarms: [...alarms],
      width: ROW,
    }),
  );
  dashboard.addWidgets(heading("Money"), ...moneyWidgets(watched));
  dashboard.addWidgets(heading("Machine"), ...requestWidgets(watched));
  dashboard.addWidgets(...callbackWidgets(watched));
  dashboard.addWidgets(...limitWidgets(watched));
  return dashboard;
}

const heading = (text: string): IWidget => new TextWidget({ markdown: `## ${text}`, width: ROW, height: 1 });

/** Counted from the lines that every request leaves: a metric per outcome would be paid for by the payment. */
const moneyWidgets = (watched: Watched): IWidget[] => [
  query(watched, "Payments by outcome", "webhook", [
    'filter message = "request" and eventType like /^payment_intent\\./',
    "stats count(*) as events by eventType",
  ]),
  query(watched, "Creates by status", "create-payment", [
    'filter message = "request"',
    "stats count(*) as requests by status",
  ]),
  query(watched, "Refunds by status", "refund-payment", [
    'filter message = "request"',
    "stats count(*) as requests by status",
  ]),
  graph("Needs attention", [
    counted(watched.environment, "HoldsExpiring"),
    counted(watched.environment, "DisputesDue"),
    counted(watched.environment, "RefundsFailed"),
    counted(watched.environment, "RefundsPending"),
    counted(watched.environment, "FraudWarnings"),
    counted(watched.environment, "PayoutsFailed"),
    counted(watched.environment, "EndpointOutages"),
  ]),
  graph("Differences", [
    counted(watched.environment, "StatementDifferences"),
    counted(watched.environment, "BalanceDifferences"),
    counted(watched.environment, "MissedEvents"),
    counted(watched.environment, "MissingRights"),
  ]),
];

const requestWidgets = ({ api, functions, environment }: Watched): IWidget[] => [
  graph(
    "The processor: failed calls by kind",
    PROCESSOR_FAILURES.map((kind) => processorFailures(environment, kind)),
  ),
  graph("Requests", [
    api.metricCount({ period: FIVE_MINUTES, statistic: "Sum" }),
    api.metricClientError({ period: FIVE_MINUTES, statistic: "Sum" }),
    api.metricServerError({ period: FIVE_MINUTES, statistic: "Sum" }),
  ]),
  ...["p50", "p99"].map((statistic) =>
    graph(
      `Milliseconds, ${statistic}`,
      CRITICAL_FUNCTIONS.map((name) =>
        lambdaOf(functions, name).metricDuration({ period: FIVE_MINUTES, statistic, label: name }),
      ),
    ),
  ),
  graph(
    "Functions that crashed or ran out of time",
    CRITICAL_FUNCTIONS.map((name) =>
      lambdaOf(functions, name).metricErrors({ period: FIVE_MINUTES, statistic: "Sum", label: name }),
    ),
  ),
];

const callbackWidgets = (watched: Watched): IWidget[] => {
  const { queues, environment } = watched;
  const { "dead-letters": _, ...shown } = queues;
  return [
    graph(
      "Oldest message, seconds",
      Object.values(shown).map((queue) =>
        queue.metricApproximateAgeOfOldestMessage({ period: FIVE_MINUTES, statistic: "Maximum" }),
      ),
    ),
    graph("Messages in flight and waiting", [
      queues.callbacks.metricApproximateNumberOfMessagesNotVisible({
        period: FIVE_MINUTES,
        statistic: "Maximum",
      }),
      queues.callbacks.metricApproximateNumberOfMessagesVisible({
        period: FIVE_MINUTES,
        statistic: "Maximum",
      }),
    ]),
    graph("Callbacks", [
      counted(environment, "DeliveryAttempts"),
      counted(environment, "DeliveryFailures"),
      counted(environment, "DeadLetters"),
      queues["dead-letters"].metricApproximateNumberOfMessagesVisible({
        period: FIVE_MINUTES,
        statistic: "Maximum",
      }),
    ]),
    query(watched, "Failing endpoints", "delivery", [
      'filter message = "message" and outcome = "failed"',
      "stats count(*) as failures, latest(status) as lastStatus, latest(causeCode) as lastCause by merchantId, endpointId",
      "sort failures desc",
      "limit 20",
    ]),
  ];
};

/** By function: a reservation is one function's, and the account's sum does not say whose. */
const throttledFunctions = ({ name }: Environment): IMetric =>
  new MathExpression({
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="Throttles" FunctionName=payments-${name}', 'Sum', 300)`,
    usingMetrics: {},
    label: "",
    period: FIVE_MINUTES,
  });

const limitWidgets = ({ table, environment }: Watched): IWidget[] => [
  graph("Due list: oldest, seconds", [measured(environment, "OldestDueSeconds")]),
  graph("Due list: sweeps, unresolved", [
    counted(environment, "Sweeps"),
    measured(environment, "UnresolvedWork"),
  ]),
  graph(
    "Concurrent executions: all, and without a reservation",
    ["ConcurrentExecutions", "UnreservedConcurrentExecutions"].map(
      (metricName) =>
        new Metric({ namespace: "AWS/Lambda", metricName, statistic: "Maximum", period: FIVE_MINUTES }),
    ),
  ),
  graph("Throttled functions", [throttledFunctions(environment)]),
  graph("Turned away, and DynamoDB's throttles (table and indexes)", [
    counted(environment, "RateLimitedRequests"),
    ...DYNAMODB_OPERATIONS.map((operation) => throttlesOf(table, operation)),
  ]),
];

const graph = (title: string, metrics: IMetric[]): IWidget =>
  new GraphWidget({ title, left: metrics, width: ROW / 4, height: 6, leftYAxis: { min: 0 } });

const query = ({ functions }: Watched, title: string, functionName: string, queryLines: string[]): IWidget =>
  new LogQueryWidget({
    title,
    logGroupNames: [lambdaOf(functions, functionName).logGroup.logGroupName],
    queryLines,
    width: ROW / 4,
    height: 6,
  });
