import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { judgeAnswer, probeFor } from "../../infra/aws/canary/probe.ts";
import { ledgerAccessOf } from "../../infra/ledger-access.ts";
import { isAllowed } from "../../infra/rehearsal/policies/policy.ts";
import { startRehearsal } from "../../infra/rehearsal/rehearsal.ts";
import { ADDED, functionVariables, LAMBDAS_OWN } from "../../infra/rehearsal/run/function-variables.ts";
import { type DeployedStack, readDeployedStack } from "../../infra/rehearsal/template/deployed-stack.ts";
import type { FunctionSpec } from "../../infra/rehearsal/template/functions.ts";
import { FUNCTIONS } from "../../infra/topology.ts";
import { StackUser } from "../support/stack-user.ts";
import { devAssembly } from "./dev-assembly.ts";

/** An environment's templates, as the rehearsal reads them, and one sale on them. */
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

describe("the roles of the templates", () => {
  const mayAccess = (name: string, leading: string, access: { action: string; index?: string }) => {
    const [table] = stack.tables;
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

describe("a sale on the templates", () => {
  it("is paid, told and refunded, and no role lacks a right for it", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "payments-sale-"));
    const rehearsal = await startRehearsal({ stack, port: 0, stateDir });
    const user = new StackUser(rehearsal.demo);
    const created = await user.api.create({ amountCents: 4999 }, "one-sale");
    expect(await user.confirm(created)).toEqual({ status: 200 });
    const { svcPaymentId } = created.json;
    const statusOf = async () => (await user.api.get(svcPaymentId)).json.status;
    const toldTypes = async () => (await user.callbacks()).map(({ type }) => type);
    await expect.poll(statusOf).toBe("succeeded");
    await expect.poll(toldTypes).toContain("payment_intent.succeeded");
    expect((await user.api.refund(svcPaymentId, {}, "one-refund")).status).toBe(200);
    await expect.poll(toldTypes).toContain("charge.refunded");
    expect(await statusOf()).toBe("refunded");
    // What a deploy asks of each new version: it is allowed to look for a key, and finds none.
    for (const name of [
      "create-payment",
      "charge-payment",
      "capture-payment",
      "refund-payment",
      "cancel-payment",
      "webhook",
    ]) {
      const spec = named(name);
      const answer = await rehearsal.functions.invoke(spec, probeFor(spec.name));
      expect(judgeAnswer(spec.name, JSON.stringify(answer)), name).toBeUndefined();
    }
    await rehearsal.stop();
    expect(rehearsal.judge.denials).toEqual([]);
    expect(rehearsal.failures).toEqual([]);
  });
});
