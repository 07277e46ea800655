import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { ENDPOINTS, FUNCTIONS } from "../../infra/topology.ts";
import {
  allResources,
  functionNamed,
  liveAliasOf,
  namedArn,
  onlyResource,
  PLACE,
  type Resource,
  refTo,
  resourcesOfType,
  variablesOf,
} from "./support/resources.ts";
import { createStackOf, environmentNamed } from "./support/synthesized-stack.ts";
import { templateOf } from "./support/templates.ts";

const template = templateOf("prod");
const stage = onlyResource(template, "AWS::ApiGatewayV2::Stage");
const api = onlyResource(template, "AWS::ApiGatewayV2::Api");
const bodyOf = (resource: Resource) => resource.Properties.Body as Body;
const INTEGRATION = "x-amazon-apigateway-integration";
const ANY_METHOD = "x-amazon-apigateway-any-method";

/** What the API's document has at each route's key. */
const routes = new Map(
  Object.entries(bodyOf(api).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      method === ANY_METHOD ? path.slice(1) : `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  ),
);

/** The alias that a route leads to, as the template refers to it. */
const servedBy = (key: string): unknown =>
  routes.get(key)?.[INTEGRATION].uri["Fn::Join"][1].find((part) => typeof part === "object");

describe("routes", () => {
  it.each(ENDPOINTS)("$method $path leads to the live version of its function", (operation) => {
    const key = `${operation.method} ${operation.path}`;
    const { name = "" } = FUNCTIONS.find(({ operations }) => operations?.includes(operation)) ?? {};
    expect(servedBy(key)).toEqual(refTo(liveAliasOf(template, name)));
  });

  it("for the console lead to the same functions", () => {
    const marked = ENDPOINTS.filter(({ console }) => console);
    expect(marked.length).toBeGreaterThan(10);
    for (const { method, path } of marked)
      expect(servedBy(`${method} /console${path}`)).toEqual(servedBy(`${method} ${path}`));
  });

  it("send whatever matches none to not-found", () => {
    expect(routes.get("$default")?.isDefaultRoute).toBe(true);
    expect(servedBy("$default")).toEqual(refTo(liveAliasOf(template, "not-found")));
  });

  it("send a wrong method to not-found also where a template would take the path", () => {
    for (const key of ["GET /v1/payments/intents", "GET /v1/events/recover"])
      expect(servedBy(key)).toEqual(refTo(liveAliasOf(template, "not-found")));
  });

  it("are those of the topology and no others", () => {
    const expected = FUNCTIONS.flatMap(({ routes, isDefaultRoute }) => [
      ...routes.map(({ method, path }) => `${method} ${path}`),
      ...(isDefaultRoute ? ["$default"] : []),
    ]);
    expect([...routes.keys()].sort()).toEqual(expected.sort());
  });

  it("use the payload format that the handlers read", () => {
    for (const operation of routes.values())
      expect(operation[INTEGRATION]).toMatchObject({ type: "aws_proxy", payloadFormatVersion: "2.0" });
  });

  it("let this API alone invoke their functions", () => {
    const permissions = resourcesOfType(template, "AWS::Lambda::Permission");
    // One for each function with routes, and one more for the route that takes the rest.
    expect(permissions).toHaveLength(FUNCTIONS.filter((spec) => spec.routes.length > 0).length + 1);
    const aliases = resourcesOfType(template, "AWS::Lambda::Alias").map(refTo);
    for (const { Properties } of permissions) {
      expect(Properties.Principal).toBe("apigateway.amazonaws.com");
      expect(aliases).toContainEqual(Properties.FunctionName);
      expect(JSON.stringify(Properties.SourceArn)).toContain(`{"Ref":"${api.logicalId}"}`);
    }
  });
});

it("may invoke not-found by the default route too, whose ARN has neither method nor path", () => {
  const alias = refTo(liveAliasOf(template, "not-found"));
  const sources = resourcesOfType(template, "AWS::Lambda::Permission")
    .filter(({ Properties }) => JSON.stringify(Properties.FunctionName) === JSON.stringify(alias))
    .map(({ Properties }) => JSON.stringify(Properties.SourceArn));
  const endOf = (path: string) => JSON.stringify([refTo(api), path]).slice(1);
  expect(sources.filter((source) => source.includes(endOf("/*/$default")))).toHaveLength(1);
  expect(sources.filter((source) => source.includes(endOf("/*/*/*")))).toHaveLength(1);
});

describe("the API", () => {
  it("is one resource with its stage: an account may change its APIs ten times a second, and a rollback counts too", () => {
    const types = allResources(template).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith("AWS::ApiGatewayV2::"))).toEqual([
      "AWS::ApiGatewayV2::Api",
      "AWS::ApiGatewayV2::Stage",
    ]);
    expect(types.length).toBeLessThan(400);
  });

  it("has nothing beside its document, because CloudFormation rejects a name or tags there", () => {
    expect(Object.keys(api.Properties).sort()).toEqual(["Body", "FailOnWarnings"]);
    expect(bodyOf(api)).toMatchObject({
      info: { title: "payments-prod" },
      tags: [
        { name: "service", "x-amazon-apigateway-tag-value": "payments" },
        { name: "environment", "x-amazon-apigateway-tag-value": "prod" },
      ],
    });
  });

  it("is imported whole or not at all, and nothing in its document is to be warned of", async () => {
    expect(api.Properties.FailOnWarnings).toBe(true);
    const source = JSON.stringify(bodyOf(api), (name, value) => (name === "uri" ? "arn" : value));
    const config = await createConfig({ rules: { struct: "error", "path-parameters-defined": "error" } });
    expect((await lintFromString({ source, config })).map(({ message }) => message)).toEqual([]);
  });
});

describe("the API's address", () => {
  it("is the API's own, unless the environment has a domain", () => {
    template.resourceCountIs("AWS::ApiGatewayV2::DomainName", 0);
    expect(bodyOf(api)).not.toHaveProperty("servers");
  });

  const certificateArn = "arn:aws:acm:eu-west-1:444455556666:certificate/1234";
  it.each([false, true])("is the domain that the environment names; the other one closed: %j", (only) => {
    const domain = { name: "pay.example.com", certificateArn, only };
    const own = Template.fromStack(createStackOf({ ...environmentNamed("prod"), domain }));
    const { Properties, logicalId } = onlyResource(own, "AWS::ApiGatewayV2::DomainName");
    expect(Properties).toMatchObject({
      DomainName: "pay.example.com",
      DomainNameConfigurations: [{ CertificateArn: certificateArn, SecurityPolicy: "TLS_1_2" }],
    });
    own.hasResourceProperties("AWS::ApiGatewayV2::ApiMapping", {
      DomainName: { Ref: logicalId },
      Stage: "$default",
    });
    expect(bodyOf(onlyResource(own, "AWS::ApiGatewayV2::Api")).servers).toEqual([
      {
        url: "https://pay.example.com",
        "x-amazon-apigateway-endpoint-configuration": { disableExecuteApiEndpoint: only },
      },
    ]);
    // Problem types and links name it too, whichever address was called.
    for (const { name } of FUNCTIONS)
      expect(variablesOf(functionNamed(own, name)).PUBLIC_URL).toBe("https://pay.example.com");
    const { ApiUrl, ApiDomainTarget } = own.findOutputs("*");
    expect(JSON.stringify(ApiUrl)).toContain(logicalId);
    expect(ApiDomainTarget?.Value).toEqual({ "Fn::GetAtt": [logicalId, "RegionalDomainName"] });
  });
});

describe("the stage", () => {
  it.each(["dev", "staging", "prod"])(
    "is throttled in %s, and lets no few requests without a key keep everybody out of a route",
    (name) => {
      const { Properties } = onlyResource(templateOf(name), "AWS::ApiGatewayV2::Stage");
      const whole = Properties.DefaultRouteSettings as Limits;
      expect(whole.ThrottlingRateLimit).toBeGreaterThan(0);
      expect(whole.ThrottlingBurstLimit).toBeGreaterThan(0);
      for (const [key, limits] of Object.entries(Properties.RouteSettings as Record<string, Limits>)) {
        // Near the whole stage's, and yet less: the rest is left to payments.
        expect(limits.ThrottlingRateLimit / whole.ThrottlingRateLimit, key).toBeCloseTo(0.8);
        expect(limits.ThrottlingBurstLimit / whole.ThrottlingBurstLimit, key).toBeCloseTo(0.8);
      }
    },
  );

  it("counts the answers with 429 by route, from the access log", () => {
    const { Properties } = onlyResource(templateOf("prod"), "AWS::Logs::MetricFilter");
    expect(Properties).toMatchObject({
      FilterPattern: '{ $.status = "429" }',
      LogGroupName: "/aws/vendedlogs/payments-prod-access",
      MetricTransformations: [{ Dimensions: [{ Key: "route", Value: "$.routeKey" }], MetricValue: "1" }],
    });
  });

  it("waits for the API, which has the routes whose limits it sets", () => {
    expect(stage.Properties.ApiId).toEqual(refTo(api));
    for (const key of Object.keys(stage.Properties.RouteSettings as object))
      expect([...routes.keys()]).toContain(key);
  });

  it("writes an access log in JSON, without a header or anything else that a caller could fill", () => {
    const settings = stage.Properties.AccessLogSettings as { DestinationArn: unknown; Format: string };
    const line = JSON.parse(settings.Format) as Record<string, string>;
    expect(line).toMatchObject({ requestId: "$context.requestId", status: "$context.status" });
    expect(settings.Format).not.toMatch(/header|authorizer|apiKey|userAgent|path/i);
    expect(settings.DestinationArn).toBe(
      namedArn(`logs:${PLACE}:log-group:/aws/vendedlogs/payments-prod-access:*`),
    );
  });
});

type Operation = {
  isDefaultRoute?: boolean;
  [INTEGRATION]: { uri: { "Fn::Join": [string, unknown[]] } };
};
type Body = { paths: Record<string, Record<string, Operation>>; servers?: object[] };
type Limits = { ThrottlingRateLimit: number; ThrottlingBurstLimit: number };
