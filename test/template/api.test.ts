import { describe, expect, it } from "vitest";
import { FUNCTIONS, OPERATIONS } from "../../infra/topology.ts";
import { functionNamed, onlyResource, resourcesOfType } from "./support/resources.ts";
import { templateOf } from "./support/synthesised-stack.ts";

const template = templateOf("prod");
const stage = onlyResource(template, "AWS::ApiGatewayV2::Stage");
const routes = resourcesOfType(template, "AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties);

const routesWithKey = (key: string) => routes.filter(({ RouteKey }) => RouteKey === key);

/** The logical id of the function that a route leads to. */
function servedBy(key: string): string {
  const target = JSON.stringify(routesWithKey(key)[0]?.Target);
  const integration = resourcesOfType(template, "AWS::ApiGatewayV2::Integration").find(({ logicalId }) =>
    target.includes(logicalId),
  );
  const uri = integration?.Properties.IntegrationUri as { "Fn::GetAtt": [string, string] } | undefined;
  return uri?.["Fn::GetAtt"][0] ?? "nothing";
}

describe("routes", () => {
  it.each(OPERATIONS)("$method $path leads to the function $name, once", ({ name, method, path }) => {
    const key = `${method} ${path}`;
    expect(routesWithKey(key)).toHaveLength(1);
    expect(servedBy(key)).toBe(functionNamed(template, name).logicalId);
  });

  it("send whatever matches none to not-found", () => {
    expect(routesWithKey("$default")).toHaveLength(1);
    expect(servedBy("$default")).toBe(functionNamed(template, "not-found").logicalId);
  });

  it("are those of the topology and no others", () => {
    const expected = FUNCTIONS.flatMap(({ routes }) =>
      routes === "default" ? ["$default"] : routes.map(({ method, path }) => `${method} ${path}`),
    );
    expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(expected.sort());
  });

  it("use the payload format that the handlers read", () => {
    template.allResourcesProperties("AWS::ApiGatewayV2::Integration", { PayloadFormatVersion: "2.0" });
  });

  it("let this API alone invoke their functions", () => {
    const api = onlyResource(template, "AWS::ApiGatewayV2::Api");
    const permissions = resourcesOfType(template, "AWS::Lambda::Permission");
    expect(permissions).toHaveLength(routes.length);
    for (const { Properties } of permissions) {
      expect(Properties.Principal).toBe("apigateway.amazonaws.com");
      expect(JSON.stringify(Properties.SourceArn)).toContain(`{"Ref":"${api.logicalId}"}`);
    }
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

  it("waits for the routes whose limits it sets", () => {
    const create = resourcesOfType(template, "AWS::ApiGatewayV2::Route").find(
      ({ Properties }) => Properties.RouteKey === "POST /v1/payments/intents",
    );
    expect(stage.DependsOn).toContain(create?.logicalId);
  });

  it("writes an access log in JSON, without a header or anything else that a caller could fill", () => {
    const settings = stage.Properties.AccessLogSettings as { DestinationArn: unknown; Format: string };
    const line = JSON.parse(settings.Format) as Record<string, string>;
    expect(line).toMatchObject({ requestId: "$context.requestId", status: "$context.status" });
    expect(settings.Format).not.toMatch(/header|authorizer|apiKey|userAgent|path/i);
    expect(JSON.stringify(settings.DestinationArn)).toContain("accesslogs");
  });
});

type Limits = { ThrottlingRateLimit: number; ThrottlingBurstLimit: number };
