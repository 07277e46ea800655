import { Stack } from "aws-cdk-lib";
import {
  ApiMapping,
  CfnApi,
  DomainName,
  HttpApi,
  type HttpStage,
  type IHttpApi,
  SecurityPolicy,
} from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { apiBody, routeKeysOf } from "./api-body.ts";
import { addStage } from "./api-stage.ts";
import type { Domain, Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";

export type Api = { httpApi: IHttpApi; domain?: DomainName };

/** The topology's routes on an HTTP API: a third of a REST API's price, and nothing that it lacks is needed here. */
export function addApi(
  scope: Construct,
  environment: Environment,
  functions: readonly DeployedFunction[],
): Api {
  const { ref: httpApiId, attrApiEndpoint } = new CfnApi(scope, "Api", {
    body: apiBody(scope, environment, functions),
    failOnWarnings: true,
  });
  const httpApi = HttpApi.fromHttpApiAttributes(scope, "HttpApi", {
    httpApiId,
    apiEndpoint: attrApiEndpoint,
  });
  for (const { spec, live } of functions) {
    // One permission for all of a function's routes: each is a resource of the stack, which holds 500.
    if (spec.routes.length > 0) allowInvoke(httpApi, live, "routes", "*/*/*");
    // The default route's ARN has neither method nor path.
    if (spec.isDefaultRoute) allowInvoke(httpApi, live, "default-route", "*/$default");
  }
  const stage = addStage(
    scope,
    httpApi,
    environment,
    functions.flatMap(({ spec }) => routeKeysOf(spec)),
  );
  const domain = environment.domain && addDomain(scope, httpApi, stage, environment.domain);
  return { httpApi, ...(domain && { domain }) };
}

const allowInvoke = (httpApi: IHttpApi, live: DeployedFunction["live"], id: string, resourceName: string) =>
  live.addPermission(id, {
    principal: new ServicePrincipal("apigateway.amazonaws.com"),
    sourceArn: Stack.of(httpApi).formatArn({
      service: "execute-api",
      resource: httpApi.apiId,
      resourceName,
    }),
  });

/** The API under a name of our own. Its DNS record is made where the name is kept: the output ApiDomainTarget. */
function addDomain(
  scope: Construct,
  api: IHttpApi,
  stage: HttpStage,
  { name, certificateArn }: Domain,
): DomainName {
  const domainName = new DomainName(scope, "Domain", {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, "Certificate", certificateArn),
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new ApiMapping(scope, "DomainMapping", { api, domainName, stage });
  return domainName;
}
