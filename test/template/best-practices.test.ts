import { AwsSolutionsChecks } from "cdk-nag";
import { expect, it } from "vitest";
import { ENVIRONMENT_NAMES } from "../../infra/aws/environments.ts";
import { createStack, synthesiseStrictly } from "./support/synthesised-stack.ts";

it.each(ENVIRONMENT_NAMES)("is a template that CloudFormation's own rules accept, in %s", (name) => {
  expect(() => synthesiseStrictly(name)).not.toThrow();
});

/** AWS's own list of what a solution should do. What we do otherwise is acknowledged, with a reason, where we do it. */
it.each(ENVIRONMENT_NAMES)("breaks no rule of AwsSolutions that it does not acknowledge, in %s", (name) => {
  const { violations } = new AwsSolutionsChecks().validateScope(createStack(name));
  expect(violations.map(({ ruleName, violatingResources }) => ({ ruleName, violatingResources }))).toEqual(
    [],
  );
});

it("would notice one", () => {
  const stack = createStack("dev");
  const table = stack.node.findChild("Table").node.defaultChild as {
    pointInTimeRecoverySpecification?: unknown;
  };
  table.pointInTimeRecoverySpecification = undefined;
  const { violations } = new AwsSolutionsChecks().validateScope(stack);
  expect(violations.map(({ ruleName }) => ruleName)).toEqual(["AwsSolutions-DDB3"]);
});
