import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { FIVE_MINUTES } from "./alarm-metrics.ts";
import type { Environment } from "./environments.ts";
import { accessLogsOf } from "./names.ts";

/** Of the access log, which also has what the gateway itself turned away. Environments may share an account. */
const metricOf = ({ name }: Environment) => ({
  metricNamespace: "PaymentsAccess",
  metricName: `RejectedRequests-${name}`,
});

/** Counts the answers with 429, by route. */
export const countRejectedRequests = (scope: Construct, environment: Environment): MetricFilter =>
  new MetricFilter(scope, "RejectedRequests", {
    logGroup: LogGroup.fromLogGroupName(scope, "rejected-access-logs", accessLogsOf(environment)),
    filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
    ...metricOf(environment),
    metricValue: "1",
    dimensions: { route: "$.routeKey" },
  });

export const rejectedRequests = (environment: Environment, route: string): Metric => {
  const { metricNamespace: namespace, metricName } = metricOf(environment);
  const dimensionsMap = { route };
  return new Metric({ namespace, metricName, dimensionsMap, statistic: "Sum", period: FIVE_MINUTES });
};
