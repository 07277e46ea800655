import { beforeAll, describe, expect, it } from "vitest";
import { ADDED, functionVariables, LAMBDAS_OWN } from "../../infra/rehearsal/run/function-variables.ts";
import { type DeployedStack, readDeployedStack } from "../../infra/rehearsal/template/deployed-stack.ts";
import type { FunctionSpec } from "../../infra/rehearsal/template/functions.ts";
import { FUNCTIONS } from "../../infra/topology.ts";
import { devAssembly } from "./dev-assembly.ts";

/** An environment's templates, as the rehearsal reads them. */
let stack: DeployedStack;

beforeAll(async () => {
  stack = readDeployedStack(await devAssembly());
});

const named = (name: string): FunctionSpec => {
  const found = stack.functions.find((spec) => spec.name === `payments-dev-${name}`);
  if (!found) throw new Error(`The templates have no function ${name}.`);
  return found;
};

it("the templates have every function of the topology, and no other", () => {
  expect(stack.functions.map(({ name }) => name).sort()).toEqual(
    FUNCTIONS.map(({ name }) => `payments-dev-${name}`).sort(),
  );
});

describe("a function's environment", () => {
  const addresses = { frontDoor: "http://127.0.0.1:1", processor: "http://127.0.0.1:2" };

  it("is the template's, with what Lambda and the rehearsal add by name, and nothing else", () => {
    for (const spec of stack.functions) {
      const names = Object.keys(functionVariables(spec, addresses));
      const wanted = new Set([...Object.keys(spec.variables), ...LAMBDAS_OWN, ...ADDED]);
      expect(names.sort()).toEqual([...wanted].sort());
    }
  });

  it("keeps the template's values, except for where its queues and its own files lie", () => {
    for (const spec of stack.functions) {
      const variables = functionVariables(spec, addresses);
      const changed = Object.entries(spec.variables).filter(([name, value]) => variables[name] !== value);
      for (const [name, value] of changed) expect(value, name).toMatch(/^(https:\/\/sqs\.|\/var\/task\/)/);
    }
  });

  it("has the function's own name in its credentials", () => {
    expect(functionVariables(named("webhook"), addresses).AWS_ACCESS_KEY_ID).toBe("payments-dev-webhook");
  });
});
