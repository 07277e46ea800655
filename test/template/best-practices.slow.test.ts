import { Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import { describe, expect, it } from "vitest";
import { ENVIRONMENT_NAMES } from "../../infra/aws/environments.ts";
import { createDataStack, createStrictStacks } from "./support/synthesized-stack.ts";

const STACKS = ENVIRONMENT_NAMES.map((name) => ({ name, stacks: createStrictStacks(name) }));

it.each(STACKS)("is a template that CloudFormation's own rules accept, in $name", ({ stacks }) => {
  expect(() => stacks.map((stack) => Template.fromStack(stack))).not.toThrow();
});

const PACKS = [
  { pack: "AwsSolutions", checks: new AwsSolutionsChecks() },
  { pack: "Serverless", checks: new ServerlessChecks() },
];

/** AWS's own lists of what a solution should do. What we do otherwise is acknowledged, with a reason, where we do it. */
describe.each(PACKS)("breaks no rule of $pack that it does not acknowledge", ({ checks }) => {
  it.each(STACKS)("in $name", ({ stacks }) => {
    const violations = stacks.flatMap((stack) => checks.validateScope(stack).violations);
    expect(
      violations.map(({ ruleName, violatingResources }) => ({
        ruleName,
        resources: violatingResources.map(({ resourceLogicalId }) => resourceLogicalId),
      })),
    ).toEqual([]);
  });
});

it("would notice one", () => {
  const stack = createDataStack("dev");
  const table = stack.node.findChild("Table").node.defaultChild as {
    pointInTimeRecoverySpecification?: unknown;
  };
  table.pointInTimeRecoverySpecification = undefined;
  const { violations } = new AwsSolutionsChecks().validateScope(stack);
  expect(violations.map(({ ruleName }) => ruleName)).toEqual(["AwsSolutions-DDB3"]);
});
