import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnStage,
  type HttpApi,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { ACCESS_LINE } from "./access-line.ts";
import type { Environment, Throttle } from "./environments.ts";
import { accessLogsOf } from "./names.ts";

export type StagedRoute = { key: string; route: HttpRoute };

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
