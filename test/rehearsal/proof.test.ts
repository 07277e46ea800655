import { beforeAll, describe, expect, it } from "vitest";
import { ledgerAccessOf } from "../../infra/ledger-access.ts";
import { isAllowed } from "../../infra/rehearsal/policies/policy.ts";
import { ADDED, functionVariables, LAMBDAS_OWN } from "../../infra/rehearsal/run/function-variables.ts";
import type { FunctionSpec } from "../../infra/rehearsal/template/functions.ts";
import { type House, readHouse } from "../../infra/rehearsal/template/house.ts";
import { FUNCTIONS } from "../../infra/topology.ts";
import { devAssembly } from "./dev-assembly.ts";
import { type ProofResult, runProof } from "./proof/run-proof.ts";

/** An environment's templates, as the rehearsal reads them, and then run: one of everything. */
let house: House;

beforeAll(async () => {
  house = readHouse(await devAssembly());
}, 120_000);

const named = (name: string): FunctionSpec => {
  const found = house.functions.find((spec) => spec.name === `payments-dev-${name}`);
  if (!found) throw new Error(`The templates have no function ${name}.`);
  return found;
};

it("the templates have every function of the topology, and no other", () => {
  expect(house.functions.map(({ name }) => name).sort()).toEqual(
    FUNCTIONS.map(({ name }) => `payments-dev-${name}`).sort(),
  );
});

describe("the roles of the templates", () => {
  const mayAccess = (name: string, leading: string, access: { action: string; index?: string }) => {
    const [table] = house.tables;
    return isAllowed(named(name).role.statements, {
      action: `dynamodb:${access.action}`,
      resource: `${table?.arn}${access.index ? `/index/${access.index}` : ""}`,
      context: { "dynamodb:LeadingKeys": [leading] },
    });
  };

  it("allow each call that was recorded", () => {
    const denied = FUNCTIONS.flatMap(({ name }) =>
      ledgerAccessOf(name)
        .filter((access) => !mayAccess(name, `${access.prefix}1`, access))
        .map((access) => ({ name, ...access })),
    );
    expect(denied).toEqual([]);
  });

  it("allow none of them on a partition of another kind", () => {
    const allowed = FUNCTIONS.flatMap(({ name }) =>
      ledgerAccessOf(name).filter((access) => mayAccess(name, "NOBODYS#1", access)),
    );
    expect(allowed).toEqual([]);
  });
});

describe("a function's environment", () => {
  const addresses = { frontDoor: "http://127.0.0.1:1", processor: "http://127.0.0.1:2" };

  it("is the template's, with what Lambda and the rehearsal add by name, and nothing else", () => {
    for (const spec of house.functions) {
      const names = Object.keys(functionVariables(spec, addresses));
      const wanted = new Set([...Object.keys(spec.variables), ...LAMBDAS_OWN, ...ADDED]);
      expect(names.sort()).toEqual([...wanted].sort());
    }
  });

  it("keeps the template's values, except for where its queues and its own files lie", () => {
    for (const spec of house.functions) {
      const variables = functionVariables(spec, addresses);
      const changed = Object.entries(spec.variables).filter(([name, value]) => variables[name] !== value);
      for (const [name, value] of changed) expect(value, name).toMatch(/^(https:\/\/sqs\.|\/var\/task\/)/);
    }
  });

  it("has the function's own name in its credentials", () => {
    expect(functionVariables(named("webhook"), addresses).AWS_ACCESS_KEY_ID).toBe("payments-dev-webhook");
  });
});

const MOST_STANDSTILLS = 2;

describe("one of everything, on the templates", () => {
  let result: ProofResult;
  beforeAll(async () => {
    result = await runProof(house);
  }, 240_000);

  it("comes to its end", () => {
    expect(result.stoppedBy).toBeUndefined();
  });

  it("asks for nothing that a role does not allow", () => {
    expect(result.denials).toEqual([]);
  });

  it("crashes no function, leaves none without time and no route without its permission", () => {
    expect(result.failures).toEqual([]);
  });

  it("gets no 5xx but those that the processor was made to cause", () => {
    const unexpected = [...result.serverErrors];
    for (const provoked of result.provoked) unexpected.splice(unexpected.indexOf(provoked), 1);
    // A machine that stands still for seconds lets a function give its ledger up, as it should: whoever asks comes again.
    expect(unexpected.filter((error) => !error.startsWith("503 "))).toEqual([]);
    expect(unexpected.length, unexpected.join(", ")).toBeLessThanOrEqual(MOST_STANDSTILLS);
    expect(result.provoked.length).toBeGreaterThan(0);
    expect(result.serverErrors).toEqual(expect.arrayContaining([...result.provoked]));
  });

  it("invokes every function and asks for every route", () => {
    expect(result.neverInvoked).toEqual([]);
    expect(result.neverServed).toEqual([]);
  });
});
