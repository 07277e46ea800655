import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { FunctionSpec } from "../topology.ts";
import type { Environment } from "./environments.ts";
import type { DeployedFunction } from "./functions.ts";
import { tagsOf } from "./names.ts";

/** Takes whatever matches no other route. */
const DEFAULT_ROUTE = "$default";

export const routeKeysOf = ({ routes, isDefaultRoute }: FunctionSpec): string[] => [
  ...routes.map(({ method, path }) => `${method} ${path}`),
  ...(isDefaultRoute ? [DEFAULT_ROUTE] : []),
];

/**
 * All routes in one OpenAPI document, which API Gateway takes in one call. As resources they would be 121 calls, and an
 * account has ten a second for all that changes its APIs: a first deploy could fail, and its rollback too.
 * Name, tags and the closed address stand in the document: beside it CloudFormation accepts none of them.
 */
export function apiBody(
  scope: Construct,
  environment: Environment,
  functions: readonly DeployedFunction[],
): object {
  const { name, domain } = environment;
  const operations = functions.flatMap(({ spec, live }) =>
    routeKeysOf(spec).map((key) => ({ key, uri: invocationOf(scope, live.functionArn) })),
  );
  const paths: Record<string, object> = {};
  for (const { key, uri } of operations) {
    const [path, method] = placeOf(key);
    paths[path] = { ...paths[path], [method]: operationOf(key, path, uri) };
  }
  return {
    openapi: "3.0.1",
    info: { title: `payments-${name}`, version: "1.0" },
    ...(domain && {
      servers: [
        {
          url: `https://${domain.name}`,
          "x-amazon-apigateway-endpoint-configuration": { disableExecuteApiEndpoint: domain.only },
        },
      ],
    }),
    tags: Object.entries(tagsOf(environment)).map(([tag, value]) => ({
      name: tag,
      "x-amazon-apigateway-tag-value": value,
    })),
    paths,
  };
}

function placeOf(key: string): [path: string, method: string] {
  if (key === DEFAULT_ROUTE) return [`/${DEFAULT_ROUTE}`, "x-amazon-apigateway-any-method"];
  const [method = "", path = ""] = key.split(" ");
  return [path, method.toLowerCase()];
}

const operationOf = (key: string, path: string, uri: string) => ({
  ...(key === DEFAULT_ROUTE && { isDefaultRoute: true }),
  // OpenAPI demands both, and a warning would take the whole import back.
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  })),
  responses: { default: { description: "The function's answer" } },
  "x-amazon-apigateway-integration": {
    type: "aws_proxy",
    httpMethod: "POST",
    payloadFormatVersion: "2.0",
    uri,
  },
});

const invocationOf = (scope: Construct, functionArn: string): string =>
  Stack.of(scope).formatArn({
    service: "apigateway",
    account: "lambda",
    resource: "path",
    resourceName: `2015-03-31/functions/${functionArn}/invocations`,
  });
