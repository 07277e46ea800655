import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { ENDPOINTS, FUNCTIONS } from "../../infra/topology.ts";
import {
  functionNamed,
  liveAliasOf,
  namedArn,
  onlyResource,
  PLACE,
  refTo,
  resourcesOfType,
  variablesOf,
} from "./support/resources.ts";
import { createStackOf, environmentNamed } from "./support/synthesized-stack.ts";
import { templateOf } from "./support/templates.ts";

const template = templateOf("prod");
const stage = onlyResource(template, "AWS::ApiGatewayV2::Stage");
const routes = resourcesOfType(template, "AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties);

const routesWithKey = (key: string) => routes.filter(({ RouteKey }) => RouteKey === key);

/** The alias that a route leads to, as the template refers to it. */
function servedBy(key: string): unknown {
  const target = JSON.stringify(routesWithKey(key)[0]?.Target);
  const integration = resourcesOfType(template, "AWS::ApiGatewayV2::Integration").find(({ logicalId }) =>
    target.includes(logicalId),
  );
  return integration?.Properties.IntegrationUri;
}

describe("routes", () => {
  it.each(ENDPOINTS)("$method $path leads to the live version of its function, once", (operation) => {
    const key = `${operation.method} ${operation.path}`;
    const { name = "" } = FUNCTIONS.find(({ operations }) => operations?.includes(operation)) ?? {};
    expect(routesWithKey(key)).toHaveLength(1);
    expect(servedBy(key)).toEqual(refTo(liveAliasOf(template, name)));
  });

  it("for the console lead to the same functions", () => {
    const marked = ENDPOINTS.filter(({ console }) => console);
    expect(marked.length).toBeGreaterThan(10);
    for (const { method, path } of marked)
      expect(servedBy(`${method} /console${path}`)).toEqual(servedBy(`${method} ${path}`));
  });

  it("send whatever matches none to not-found", () => {
    expect(routesWithKey("$default")).toHaveLength(1);
    expect(servedBy("$default")).toEqual(refTo(liveAliasOf(template, "not-found")));
  });

  it("send a wrong method to not-found also where a template would take the path", () => {
    for (const key of ["GET /v1/payments/intents", "GET /v1/events/recover"])
      expect(servedBy(key)).toEqual(refTo(liveAliasOf(template, "not-found")));
  });

  it("are those of the topology and no others", () => {
    const expected = FUNCTIONS.flatMap(({ routes, takesTheRest }) => [
      ...routes.map(({ method, path }) => `${method} ${path}`),
      ...(takesTheRest ? ["$default"] : []),
    ]);
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(expected.sort());
  });

  it("use the payload format that the handlers read", () => {
    template.allResourcesProperties("AWS::ApiGatewayV2::Integration", { PayloadFormatVersion: "2.0" });
  });

  it("let this API alone invoke their functions", () => {
    const api = onlyResource(template, "AWS::ApiGatewayV2::Api");
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
  const api = onlyResource(template, "AWS::ApiGatewayV2::Api");
  const alias = refTo(liveAliasOf(template, "not-found"));
  const sources = resourcesOfType(template, "AWS::Lambda::Permission")
    .filter(({ Properties }) => JSON.stringify(Properties.FunctionName) === JSON.stringify(alias))
    .map(({ Properties }) => JSON.stringify(Properties.SourceArn));
  const endOf = (path: string) => JSON.stringify([refTo(api), path]).slice(1);
  expect(sources.filter((source) => source.includes(endOf("/*/$default")))).toHaveLength(1);
  expect(sources.filter((source) => source.includes(endOf("/*/*/*")))).toHaveLength(1);
});

describe("the API's address", () => {
  it("is the API's own, unless the environment has a domain", () => {
    template.resourceCountIs("AWS::ApiGatewayV2::DomainName", 0);
    expect(onlyResource(template, "AWS::ApiGatewayV2::Api").Properties.DisableExecuteApiEndpoint).toBe(false);
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
    expect(onlyResource(own, "AWS::ApiGatewayV2::Api").Properties.DisableExecuteApiEndpoint).toBe(only);
    // Problem types and links name it too, whichever address was called.
    for (const { name } of FUNCTIONS)
      expect(variablesOf(functionNamed(own, name)).PUBLIC_URL).toBe("https://pay.example.com");
    const { ApiUrl, ApiDomainTarget, ApiDomainOnly } = own.findOutputs("*");
    expect(ApiDomainOnly?.Value).toBe(only ? "true" : undefined);
    expect(JSON.stringify(ApiUrl)).toContain(logicalId);
    expect(ApiDomainTarget?.Value).toEqual({ "Fn::GetAtt": [logicalId, "RegionalDomainName"] });
  });
});

describe("the stage", () => {
  it.each(["dev", "staging", "prod"])("is throttled in %s, and creating a payment more tightly", (name) => {
    const { Properties } = onlyResource(templateOf(name), "AWS::ApiGatewayV2::Stage");
    const whole = Properties.DefaultRouteSettings as Limits;
    const create = (Properties.RouteSettings as Record<string, Limits>)["POST /v1/payments/intents"];
    expect(whole.ThrottlingRateLimit).toBeGreaterThan(0);
    expect(whole.ThrottlingBurstLimit).toBeGreaterThan(0);
    expect(create?.ThrottlingRateLimit).toBeLessThan(whole.ThrottlingRateLimit);
    expect(create?.ThrottlingBurstLimit).toBeLessThan(whole.ThrottlingBurstLimit);
  });

  it.each(["dev", "staging", "prod"])(
    "lets no few requests in %s keep everybody out of the console",
    (name) => {
      const { Properties } = onlyResource(templateOf(name), "AWS::ApiGatewayV2::Stage");
      const whole = Properties.DefaultRouteSettings as Limits;
      const limits = Properties.RouteSettings as Record<string, Limits>;
      for (const key of [
        "GET /console",
        "GET /console/sessions",
        "POST /console/session",
        "POST /v1/console-sessions",
      ]) {
        const { ThrottlingRateLimit = 0, ThrottlingBurstLimit = 0 } = limits[key] ?? {};
        // Near the whole stage's, and yet less: the rest is left to payments.
        expect(ThrottlingRateLimit / whole.ThrottlingRateLimit, key).toBeCloseTo(0.8);
        expect(ThrottlingBurstLimit / whole.ThrottlingBurstLimit, key).toBeCloseTo(0.8);
      }
    },
  );

  it("waits for the routes whose limits it sets", () => {
    for (const key of Object.keys(stage.Properties.RouteSettings as object)) {
      const limited = resourcesOfType(template, "AWS::ApiGatewayV2::Route").find(
        ({ Properties }) => Properties.RouteKey === key,
      );
      expect(stage.DependsOn).toContain(limited?.logicalId);
    }
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

type Limits = { ThrottlingRateLimit: number; ThrottlingBurstLimit: number };
