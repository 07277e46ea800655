import { describe, expect, it } from "vitest";
import { ENVIRONMENT_NAMES, findEnvironment } from "../../infra/aws/environments.ts";
import { feePolicyFault } from "../../shared/domain/payments/fee-policy.ts";
import { allResources } from "./support/resources.ts";
import { createStack, templateOf } from "./support/synthesised-stack.ts";

it("knows three environments", () => {
  expect(ENVIRONMENT_NAMES).toEqual(["dev", "staging", "prod"]);
});

it.each(["production", "Dev", "", "local"])("refuses %j in one line that names those it knows", (name) => {
  expect(() => findEnvironment(name)).toThrow(`Unknown environment "${name}": use -c env=dev|staging|prod.`);
});

describe.each(ENVIRONMENT_NAMES)("the stack of %s", (name) => {
  it("is named after it", () => {
    expect(createStack(name).stackName).toBe(`payments-${name}`);
  });

  it("says where it is", () => {
    expect(Object.keys(templateOf(name).findOutputs("*"))).toEqual([
      "ApiUrl",
      "TableName",
      "AlarmTopicArn",
      "ProcessorSecretArn",
      "WebhookSecretArn",
      "CallbackKeySecretArn",
      "CallbackQueueUrl",
      "ReconciliationQueueUrl",
      "DeadLetterQueueUrl",
      "OperatorRoleArn",
      "Release",
    ]);
  });

  it("runs no code of CDK's own making", () => {
    const types = allResources(templateOf(name)).map(({ Type }) => Type);
    expect(types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([]);
  });
});

it("protects production's stack from being deleted", () => {
  expect(ENVIRONMENT_NAMES.map((name) => createStack(name).terminationProtection)).toEqual([
    false,
    false,
    true,
  ]);
});

/** shared/config.ts wants a policy of this shape, and a cold start would be a late time to find out. */
it.each(ENVIRONMENT_NAMES)("has a fee policy that a function can read, in %s", (name) => {
  expect(feePolicyFault(findEnvironment(name).defaultFeePolicy)).toBeUndefined();
});
