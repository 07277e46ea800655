import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnStage,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Environment, Throttle } from "./environments.ts";
import { accessLogsOf } from "./names.ts";

export type StagedRoute = { key: string; route: HttpRoute };

/**
 * One line of JSON per request, beside the function's own: it also knows requests that never reached a function.
 * No headers, because they hold API keys, and nothing of the caller's making that could break the line.
 */
const ACCESS_LINE = JSON.stringify({
  requestId: "$context.requestId",
  time: "$context.requestTime",
  sourceIp: "$context.identity.sourceIp",
  routeKey: "$context.routeKey",
  status: "$context.status",
  responseBytes: "$context.responseLength",
  milliseconds: "$context.responseLatency",
  integrationMilliseconds: "$context.integrationLatency",
  integrationError: "$context.integrationErrorMessage",
});

export function addStage(
  httpApi: HttpApi,
  environment: Environment,
  routes: readonly StagedRoute[],
): HttpStage {
  const { api, routes: limits } = environment.throttling;
  const stage = new HttpStage(httpApi, "Stage", {
    httpApi,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: api.requestsPerSecond, burstLimit: api.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(
        LogGroup.fromLogGroupName(httpApi, "access-logs", accessLogsOf(environment)),
      ),
      format: AccessLogFormat.custom(ACCESS_LINE),
    },
  });
  throttleRoutes(stage, routes, limits);
  return stage;
}

/** CDK's own stage knows no limits per route; CloudFormation does, once the routes exist. */
function throttleRoutes(
  stage: HttpStage,
  routes: readonly StagedRoute[],
  limits: Readonly<Record<string, Throttle>>,
) {
  const resource = stage.node.defaultChild;
  if (!(resource instanceof CfnStage)) throw new Error("The stage has no CloudFormation resource.");
  const limited = Object.entries(limits).map(([key, limit]) => {
    const route = routes.find((staged) => staged.key === key)?.route;
    if (!route) throw new Error(`There is no route ${key} to limit.`);
    return { key, limit, route };
  });
  stage.node.addDependency(...limited.map(({ route }) => route));
  resource.routeSettings = Object.fromEntries(limited.map(({ key, limit }) => [key, routeSettings(limit)]));
}

const routeSettings = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});
