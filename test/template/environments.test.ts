import { describe, expect, it } from "vitest";
import { ENVIRONMENT_NAMES, findEnvironment } from "../../infra/aws/environments.ts";
import { feePolicyFault } from "../../shared/domain/payments/fee-policy.ts";
import { TABLE } from "../../shared/ledger/table.ts";
import { allResources } from "./support/resources.ts";
import { createStackOf, environmentNamed } from "./support/synthesized-stack.ts";
import { dataStackOf, fullestTemplate, stackOf, templateOf } from "./support/templates.ts";

it("knows three environments", () => {
  expect(ENVIRONMENT_NAMES).toEqual(["dev", "staging", "prod"]);
});

describe.each(ENVIRONMENT_NAMES)("the stacks of %s", (name) => {
  it("are named after it", () => {
    expect(stackOf(name).stackName).toBe(`payments-${name}`);
    expect(dataStackOf(name).stackName).toBe(`payments-${name}-data`);
  });

  it("say where things are", () => {
    expect(Object.keys(templateOf(name).findOutputs("*"))).toEqual([
      "ApiUrl",
      "TableName",
      "QueriedIndexes",
      "ReservedConcurrency",
      "AlarmTopicArn",
      "CallbackQueueUrl",
      "ReconciliationQueueUrl",
      "DeadLetterQueueUrl",
      "AccountsApi",
      "OperatorRoleArn",
      "Release",
    ]);
  });

  it("run no code of CDK's own making", () => {
    const types = allResources(templateOf(name)).map(({ Type }) => Type);
    expect(types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([]);
  });
});

it("protects production's data from being deleted, and the service once it stands", () => {
  const protections = (of: typeof dataStackOf | typeof stackOf) =>
    ENVIRONMENT_NAMES.map((name) => of(name).terminationProtection);
  expect(protections(dataStackOf)).toEqual([false, false, true]);
  // A first deploy that failed is deleted and made again by the next one, which a protection would stop.
  expect(protections(stackOf)).toEqual([false, false, false]);
  expect(
    ["dev", "prod"]
      .map((name) => createStackOf({ ...environmentNamed(name), isDeployed: true }))
      .map(({ terminationProtection }) => terminationProtection),
  ).toEqual([false, true]);
});

it("says in its outputs what the next deploy must not lose", () => {
  const { QueriedIndexes } = templateOf("prod").findOutputs("*");
  expect(QueriedIndexes?.Value.split(",")).toEqual(TABLE.indexes.map(({ name }) => name).sort());
});

it("uses the table that the environment names, with the rights for just that one", () => {
  const service = JSON.stringify(fullestTemplate().toJSON());
  expect(service).toContain('"TABLE_NAME":"payments-prod-restored"');
  expect(service).not.toContain('"TABLE_NAME":"payments-prod"');
  expect(service).toContain(":table/payments-prod-restored");
  expect(service).not.toMatch(/:table\/payments-prod["/]/);
});

/** shared/runtime/config.ts wants a policy of this shape, and a cold start would be a late time to find out. */
it.each(ENVIRONMENT_NAMES)("has a fee policy that a function can read, in %s", (name) => {
  expect(feePolicyFault(findEnvironment(name).defaultFeePolicy)).toBeUndefined();
});
