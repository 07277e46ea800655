import { Stack, Validations } from "aws-cdk-lib";
import { type DomainName, HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Route } from "../../shared/contract/routes.ts";
import type { FunctionSpec } from "../topology.ts";
import { addStage } from "./api-stage.ts";
import { addDomain } from "./domain.ts";
import type { Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";

/** `domainOnly`: it answers at its domain, and no longer at its first address. */
export type Api = { httpApi: HttpApi; domain?: DomainName; domainOnly: boolean };

/** The topology's routes on an HTTP API: a third of a REST API's price, and nothing that it lacks is needed here. */
export function addApi(
  scope: Construct,
  environment: Environment,
  functions: readonly DeployedFunction[],
): Api {
  const domainOnly = environment.domain?.only ?? false;
  const httpApi = new HttpApi(scope, "Api", {
    apiName: `payments-${environment.name}`,
    // The stage is made by hand, for its throttling and its access log.
    createDefaultStage: false,
    disableExecuteApiEndpoint: domainOnly,
  });
  const routes = functions.flatMap(({ spec, live }) => {
    // One permission for all of a function's routes: each is a resource of the stack, which holds 500.
    const integration = new HttpLambdaIntegration(spec.name, live, { scopePermissionToRoute: false });
    if (spec.takesTheRest) allowDefaultRoute(httpApi, live);
    return routeKeys(spec).map((routeKey) => {
      const route = new HttpRoute(httpApi, routeKey.key, { httpApi, routeKey, integration });
      Validations.of(route).acknowledge({
        id: "AwsSolutions-APIG4",
        reason:
          "Keys are checked in the function, in the read that brings the merchant; an authorizer would add one.",
      });
      return { key: routeKey.key, route };
    });
  });
  const stage = addStage(httpApi, environment, routes);
  const domain = environment.domain && addDomain(httpApi, stage, environment.domain);
  return { httpApi, domainOnly, ...(domain && { domain }) };
}

/** CDK's permission is for stage/method/path, and the default route's ARN has neither method nor path. */
const allowDefaultRoute = (httpApi: HttpApi, live: DeployedFunction["live"]) =>
  live.addPermission("default-route", {
    principal: new ServicePrincipal("apigateway.amazonaws.com"),
    sourceArn: Stack.of(httpApi).formatArn({
      service: "execute-api",
      resource: httpApi.apiId,
      resourceName: "*/$default",
    }),
  });

const routeKeys = ({ routes, takesTheRest }: FunctionSpec): HttpRouteKey[] => [
  ...routes.map(routeKey),
  ...(takesTheRest ? [HttpRouteKey.DEFAULT] : []),
];

const routeKey = ({ method, path }: Route): HttpRouteKey => HttpRouteKey.with(path, httpMethod(method));

function httpMethod(method: string): HttpMethod {
  const found = Object.values(HttpMethod).find((known) => known === method);
  if (!found) throw new Error(`API Gateway knows no method ${method}.`);
  return found;
}
