import { expect, it } from "vitest";
import { DeployedFunctions } from "../../infra/rehearsal/run/deployed-functions.ts";
import { functionVariables } from "../../infra/rehearsal/run/function-variables.ts";

const ARN = "arn:aws:lambda:us-east-1:000000000000:function:payments-dev-webhook";
const spec = {
  ...{ name: "payments-dev-webhook", arn: ARN, aliases: ["live"], folder: "", file: "", handler: "handler" },
  ...{ timeoutSeconds: 5, variables: {}, role: { arn: "", name: "", services: [], statements: [] } },
};
const functions = new DeployedFunctions({
  ...{ specs: [spec], variablesOf: () => ({}), logFolder: "", onFailure: () => undefined },
});

it.each([
  ["payments-dev-webhook", true],
  ["payments-dev-webhook:live", true],
  [ARN, true],
  [`${ARN}:live`, true],
  ["payments-dev-webhook:life", false],
  [`${ARN}:life`, false],
  [`${ARN}s`, false],
])("a function is found as %s: %s", (name, isFound) => {
  expect(functions.find(name)).toBe(isFound ? spec : undefined);
});

it.each(["AWS_REGION", "PROCESSOR_BASE_URL"])(
  "a template that sets %s cannot be rehearsed: Lambda rejects it, or it would not count here",
  (name) => {
    const addresses = { frontDoor: "http://127.0.0.1:1", processor: "http://127.0.0.1:2" };
    expect(() => functionVariables({ ...spec, variables: { [name]: "x" } }, addresses)).toThrow(
      `payments-dev-webhook has its own ${name}, which would not count here.`,
    );
  },
);
