import { describe, expect, it } from "vitest";
import { ENDPOINTS, ROUTES } from "../../../infra/topology.ts";
import { matchingMethods, pathParameters, shadowedRoutes } from "../../../shared/contract/routes.ts";

describe("a template and a path", () => {
  it.each([
    { template: "/v1/payments/intents", path: "/v1/payments/intents", parameters: {} },
    { template: "/v1/payments/{id}", path: "/v1/payments/svcpay_1", parameters: { id: "svcpay_1" } },
    { template: "/v1/payments/{id}/capture", path: "/v1/payments/p/capture", parameters: { id: "p" } },
    { template: "/v1/{a}/{b}", path: "/v1/x/y", parameters: { a: "x", b: "y" } },
    { template: "/v1/{a}/{b}", path: "/v1/{b}/{a}", parameters: { a: "{b}", b: "{a}" } },
    { template: "/", path: "/", parameters: {} },
  ])("match: $template, $path", ({ template, path, parameters }) => {
    expect(pathParameters(template, path)).toEqual(parameters);
  });

  it.each([
    { template: "/v1/payments/intents", path: "/v1/payments/svcpay_1", why: "a word is only itself" },
    { template: "/v1/payments/intents", path: "/v1/Payments/intents", why: "case matters" },
    { template: "/v1/payments/{id}", path: "/v1/payments/", why: "a parameter is never empty" },
    { template: "/v1/payments/{id}/capture", path: "/v1/payments//capture", why: "nor in the middle" },
    { template: "/v1/payments/{id}", path: "/v1/payments", why: "the path is shorter" },
    { template: "/v1/payments/{id}", path: "/v1/payments/p/capture", why: "the path is longer" },
    { template: "/v1/payments/{id}", path: "/v1/payments/p/", why: "a slash behind it makes it longer" },
    { template: "/v1/payments/{id}/capture", path: "/v1/payments/p/refund", why: "the end differs" },
  ])("differ: $template, $path: $why", ({ template, path }) => {
    expect(pathParameters(template, path)).toBeUndefined();
  });
});

it.each([
  { path: "/v1/payments/intents", methods: ["POST"] },
  { path: "/v1/payments/svcpay_1", methods: ["GET"] },
  { path: "/v1/payments/svcpay_1/refund", methods: ["POST"] },
  { path: "/v1/payments", methods: ["GET"] },
  { path: "/v1/payments/svcpay_1/timeline", methods: ["GET"] },
  { path: "/v1/events/recover", methods: ["POST"] },
  { path: "/v1/callback-endpoints", methods: ["GET", "POST"] },
  { path: "/v1/callback-endpoints/", methods: [] },
  { path: "/v1/nothing", methods: [] },
  // What only the local stack serves.
  { path: "/", methods: [] },
  { path: "/demo/shop", methods: [] },
  { path: "/v2/payments/intents", methods: [] },
])("$path takes $methods", ({ path, methods }) => {
  expect(matchingMethods(ENDPOINTS, path).sort()).toEqual(methods);
});

it("finds the paths that a template of another method would take", () => {
  expect(shadowedRoutes(ROUTES)).toEqual([
    { method: "GET", path: "/v1/payments/intents" },
    { method: "GET", path: "/v1/events/recover" },
    { method: "GET", path: "/console/v1/events/recover" },
  ]);
});
