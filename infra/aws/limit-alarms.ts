import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { FIVE_MINUTES } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";
import { sharedConcurrencyOf } from "./environments.ts";

/** Of what functions without a reservation share: a fifth is left for the time until the quota is raised. */
const FULL_SHARE = 0.8;

/**
 * In each of two periods. A table on demand throttles for a moment whenever its traffic doubles, and a reservation whenever a
 * few lookups at the processor come at once, which is what it is for; and clients try again by themselves.
 */
const THROTTLED_FOR_LONG = { threshold: 10, periods: 2 };

/** Where the account, not our code, says no. The numbers stand in infra/runbooks/limits.md. */
export const limitAlarms = ({ environment, table }: Watched): AlarmSpec[] => [
  {
    name: "throttles",
    wakes: true,
    metric: ofAllFunctions("Throttles", "Sum"),
    ...THROTTLED_FOR_LONG,
    whatToDo:
      "Lambda has throttled calls for ten minutes because the account's concurrency or a reserved share is used up: " +
      "merchants got 5xx. Find on the dashboard which function uses it, and raise the quota.",
  },
  {
    name: "concurrency",
    page: "throttles",
    // Not all executions: those of reservations, most of the account, are rarely all in use while what is shared is full.
    metric: ofAllFunctions("UnreservedConcurrentExecutions", "Maximum"),
    threshold: Math.floor(FULL_SHARE * sharedConcurrencyOf(environment)),
    periods: 3,
    whatToDo:
      "For 15 minutes four fifths of the Lambda concurrency were in use that functions without a reservation share. " +
      "Request a higher quota now, and deploy once it is granted.",
  },
  {
    name: "table-throttles",
    wakes: true,
    metric: new MathExpression({
      expression: DYNAMODB_OPERATIONS.map((operation) => `FILL(${nameOf(operation)}, 0)`).join(" + "),
      // By operation, because the table's own events say nothing of its indexes.
      usingMetrics: Object.fromEntries(
        DYNAMODB_OPERATIONS.map((operation) => [nameOf(operation), throttlesOf(table, operation)]),
      ),
      period: FIVE_MINUTES,
    }),
    ...THROTTLED_FOR_LONG,
    whatToDo:
      "DynamoDB has throttled reads or writes for ten minutes: answers become 503. Either traffic grew " +
      "faster than the table, which adapts, or one partition is hot: Contributor Insights shows it.",
  },
];

/** All that the functions call. */
export const DYNAMODB_OPERATIONS = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"];

/** A metric's name in an expression begins with a small letter. */
const nameOf = (operation: string): string => operation.charAt(0).toLowerCase() + operation.slice(1);

export const throttlesOf = (table: ITable, operation: string): Metric =>
  new Metric({
    namespace: "AWS/DynamoDB",
    metricName: "ThrottledRequests",
    dimensionsMap: { TableName: table.tableName, Operation: operation },
    statistic: "Sum",
    period: FIVE_MINUTES,
  });

/** Without a dimension it is the account's sum: its quota is shared by all functions, those of others too. */
const ofAllFunctions = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: "AWS/Lambda", metricName, statistic, period: FIVE_MINUTES });
