import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { CfnStage, HttpStage, type IHttpApi, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { ACCESS_LINE } from "./access-line.ts";
import type { Environment, Throttle } from "./environments.ts";
import { accessLogsOf } from "./names.ts";
import { countRejectedRequests } from "./rejected-requests.ts";

export function addStage(
  scope: Construct,
  httpApi: IHttpApi,
  environment: Environment,
  routeKeys: readonly string[],
): HttpStage {
  const { api, routes: limits } = environment.throttling;
  const stage = new HttpStage(scope, "Stage", {
    httpApi,
    stageName: "$default",
    autoDeploy: true,
    throttle: { rateLimit: api.requestsPerSecond, burstLimit: api.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(
        LogGroup.fromLogGroupName(scope, "access-logs", accessLogsOf(environment)),
      ),
      format: AccessLogFormat.custom(ACCESS_LINE),
    },
  });
  throttleRoutes(stage, routeKeys, limits);
  countRejectedRequests(scope, environment);
  return stage;
}

/** CDK's own stage knows no limits per route; CloudFormation does, once the API has the routes. */
function throttleRoutes(
  stage: HttpStage,
  routeKeys: readonly string[],
  limits: Readonly<Record<string, Throttle>>,
) {
  const resource = stage.node.defaultChild;
  if (!(resource instanceof CfnStage)) throw new Error("The stage has no CloudFormation resource.");
  const unknown = Object.keys(limits).find((key) => !routeKeys.includes(key));
  if (unknown) throw new Error(`There is no route ${unknown} to limit.`);
  resource.routeSettings = Object.fromEntries(
    Object.entries(limits).map(([key, limit]) => [key, routeSettings(limit)]),
  );
}

const routeSettings = ({ requestsPerSecond, burst }: Throttle) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
});
