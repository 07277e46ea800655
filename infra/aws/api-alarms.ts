import { Duration } from "aws-cdk-lib";
import type { IHttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { FIVE_MINUTES, lambdaOf } from "./alarm-metrics.ts";
import type { AlarmSpec, Watched } from "./alarm-spec.ts";
import type { DeployedFunction } from "./functions.ts";
import { rejectedRequests } from "./rejected-requests.ts";

const QUARTER_HOUR = Duration.minutes(15);

/** One is a hiccup, or an event that overtakes its payment and is answered 503 on purpose. Where more is answered than
 * three thousand requests, hiccups are more too: there one in a thousand counts. */
const SERVER_ERRORS = 3;
const TOLERATED_SHARE = 1 / 1000;

/** A create is a call to the processor, which usually takes about one second. A percentile of few says nothing. */
const SLOW_MILLISECONDS = 5000;
const TELLING_CREATES = 100;

/** Merchants and the processor → us: whether what they ask is answered, and how soon. */
export const apiAlarms = ({ api, environment, functions }: Watched): AlarmSpec[] => [
  {
    name: "server-errors",
    wakes: true,
    metric: serverErrors(api),
    threshold: SERVER_ERRORS,
    whatToDo:
      "The API answers 5xx to merchants or to the processor's webhooks. The access log has the routes, the " +
      "functions' logs the reasons, by requestId. Check the status pages of AWS and of the processor.",
  },
  {
    name: "outage",
    wakes: true,
    metric: outage(api, functions),
    threshold: 1,
    periods: 3,
    whatToDo:
      "For 15 minutes no request to one of our routes succeeded. Make a request yourself, " +
      "read the statuses in the access log, and go back to the previous release if there was a deploy.",
  },
  {
    name: "slow-creates",
    wakes: true,
    metric: slowCreates(functions),
    threshold: SLOW_MILLISECONDS,
    periods: 3,
    whatToDo:
      "One payment in a hundred takes more than five seconds to create. Check on the dashboard whether the processor, " +
      "the table or cold starts take the time. Merchants will time out and retry.",
  },
  {
    name: "rejected-creates",
    wakes: true,
    metric: rejectedRequests(environment, CREATE_ROUTE),
    threshold: REJECTED_CREATES,
    whatToDo:
      "Checkouts are answered 429: more payments are created than the processor takes, or somebody floods the API. The " +
      "access log says who. A merchant's runaway loop is stopped by revoking its key.",
  },
];

const CREATE_ROUTE = "POST /v1/payments/intents";

/** A client repeats a request after Retry-After; a few within five minutes are a short burst. */
const REJECTED_CREATES = 20;

const serverErrors = (api: IHttpApi): MathExpression =>
  new MathExpression({
    expression: `IF(FILL(failed, 0) >= ${TOLERATED_SHARE} * FILL(requests, 0), FILL(failed, 0), 0)`,
    usingMetrics: {
      failed: api.metricServerError({ period: QUARTER_HOUR, statistic: "Sum" }),
      requests: api.metricCount({ period: QUARTER_HOUR, statistic: "Sum" }),
    },
    period: QUARTER_HOUR,
  });

/** Requests, and not one success among them. Scanners, who try addresses that do not exist, do not count. */
const outage = (api: IHttpApi, functions: readonly DeployedFunction[]): MathExpression =>
  new MathExpression({
    expression:
      "IF(FILL(requests, 0) - FILL(unknown, 0) > 0 AND requests - FILL(rejected, 0) - FILL(failed, 0) <= 0, 1, 0)",
    usingMetrics: {
      requests: api.metricCount({ period: FIVE_MINUTES, statistic: "Sum" }),
      rejected: api.metricClientError({ period: FIVE_MINUTES, statistic: "Sum" }),
      failed: api.metricServerError({ period: FIVE_MINUTES, statistic: "Sum" }),
      unknown: lambdaOf(functions, "not-found").metricInvocations({ period: FIVE_MINUTES, statistic: "Sum" }),
    },
    period: FIVE_MINUTES,
  });

function slowCreates(functions: readonly DeployedFunction[]): MathExpression {
  const create = lambdaOf(functions, "create-payment");
  return new MathExpression({
    expression: `IF(FILL(creates, 0) >= ${TELLING_CREATES}, p99, 0)`,
    usingMetrics: {
      creates: create.metricDuration({ period: FIVE_MINUTES, statistic: "SampleCount" }),
      p99: create.metricDuration({ period: FIVE_MINUTES, statistic: "p99" }),
    },
    period: FIVE_MINUTES,
  });
}
