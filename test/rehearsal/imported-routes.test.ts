import { describe, expect, it } from "vitest";
import { importedRoutes } from "../../infra/rehearsal/template/imported-routes.ts";

const operation = (name: string, payloadFormatVersion = "2.0") => ({
  parameters: [] as object[],
  responses: { default: { description: "any" } },
  "x-amazon-apigateway-integration": {
    type: "aws_proxy",
    httpMethod: "POST",
    payloadFormatVersion,
    uri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${name}/invocations`,
  },
});

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

const bodyWith = (paths: object) => ({
  openapi: "3.0.1",
  info: { title: "payments-dev", version: "1.0" },
  tags: [],
  paths: {
    "/$default": { "x-amazon-apigateway-any-method": { isDefaultRoute: true, ...operation("rest:live") } },
    ...paths,
  },
});

describe("an API's document", () => {
  it("has a route for each method of a path, and the one that takes the rest", () => {
    const paths = { "/a/{id}": { get: { ...operation("one:live"), parameters: [id] } } };
    expect(importedRoutes(bodyWith(paths))).toEqual([
      { key: "GET /a/{id}", functionArn: "one:live" },
      { key: "$default", functionArn: "rest:live" },
    ]);
  });

  it.each([
    ["an authorizer", { "/a": { get: { ...operation("one"), security: [{}] } } }, /security/],
    ["a method that there is not", { "/a": { fetch: operation("one") } }, /fetch/],
    [
      "a parameter that is not declared",
      { "/a/{id}": { get: operation("one") } },
      /GET \/a\/\{id\} does not/,
    ],
    ["another payload", { "/a": { get: operation("one", "1.0") } }, /payloadFormatVersion/],
  ])("with %s cannot be rehearsed", (_, paths, says) => {
    expect(() => importedRoutes(bodyWith(paths))).toThrow(says);
  });
});
