import { describe, expect, it } from "vitest";
import { allResources, onlyResource, resourcesOfType } from "./support/resources.ts";
import { dataTemplateOf, templateOf } from "./support/synthesised-stack.ts";

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
    "ImpossibleRefunds",
    "MissingRights",
    "StatementDifferences",
    "p50",
    "p99",
    "5xx",
    "Errors",
    "Throttles",
    "ConcurrentExecutions",
    "ApproximateAgeOfOldestMessage",
    "ApproximateNumberOfMessagesNotVisible",
    "DeadLetters",
    "OldestDueSeconds",
    "UnresolvedWork",
    "Failing endpoints",
  ])("shows %s", (text) => {
    expect(body).toContain(text);
  });

  it("shows every alarm", () => {
    for (const { logicalId } of resourcesOfType(templateOf(environment), "AWS::CloudWatch::Alarm"))
      expect(body).toContain(logicalId);
  });
});

it.each(["dev", "staging", "prod"])(
  "each stack of %s stays far below CloudFormation's 500 resources",
  (environment) => {
    expect(allResources(templateOf(environment)).length).toBeLessThan(450);
    expect(allResources(dataTemplateOf(environment)).length).toBeLessThan(450);
  },
);
