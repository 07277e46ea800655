import { describe, expect, it } from "vitest";
import { allResources, onlyResource, resourcesOfType } from "./support/resources.ts";
import { dataTemplateOf, fullestTemplate, templateOf } from "./support/templates.ts";

/** The dashboard is JSON in pieces, between which the template puts names; those do not matter here. */
const bodyOf = (environment: string): string =>
  JSON.stringify(
    onlyResource(templateOf(environment), "AWS::CloudWatch::Dashboard").Properties.DashboardBody,
  );

describe.each(["dev", "staging", "prod"])("the dashboard of %s", (environment) => {
  const body = bodyOf(environment);

  it.each([
    "Payments by outcome",
    "Refunds by status",
    "MissingRights",
    "StatementDifferences",
    "BalanceDifferences",
    "p50",
    "p99",
    "5xx",
    "Errors",
    "Throttles",
    "Throttled functions",
    "ThrottledRequests",
    "ProcessorFailures",
    "rate_limited",
    "by merchantId, endpointId",
    "RateLimitedRequests",
    "UnreservedConcurrentExecutions",
    "ApproximateAgeOfOldestMessage",
    "ApproximateNumberOfMessagesNotVisible",
    "DeadLetters",
    "OldestDueSeconds",
    "UnresolvedWork",
    "Failing endpoints",
  ])("shows %s", (text) => {
    expect(body).toContain(text);
  });

  // CloudWatch compares a term in quotes with a whole name: a quoted beginning of one finds no function at all.
  it("finds the throttled functions by the beginning of their names", () => {
    expect(body).toContain(`FunctionName=payments-${environment}'`);
  });

  it("shows every alarm", () => {
    for (const { logicalId } of resourcesOfType(templateOf(environment), "AWS::CloudWatch::Alarm"))
      expect(body).toContain(logicalId);
  });
});

/** CloudFormation's limit, less three functions with a route each: who reaches it has a few releases to find room. */
const MOST_RESOURCES = 500 - 3 * 8;

it("each stack stays three functions below CloudFormation's 500 resources, with a domain and mail too", () => {
  const fullest = allResources(fullestTemplate());
  expect(fullest.map(({ Type }) => Type)).toEqual(
    expect.arrayContaining(["AWS::ApiGatewayV2::DomainName", "AWS::SNS::Subscription"]),
  );
  expect(fullest.length).toBeLessThanOrEqual(MOST_RESOURCES);
  expect(allResources(dataTemplateOf("prod")).length).toBeLessThanOrEqual(MOST_RESOURCES);
});
