import { beforeAll, expect, it } from "vitest";
import { readDeployedStack } from "../../infra/rehearsal/template/deployed-stack.ts";
import { devAssembly } from "./dev-assembly.ts";
import { type ProofResult, runProof } from "./proof/run-proof.ts";

const MOST_STANDSTILLS = 2;

let result: ProofResult;
beforeAll(async () => {
  result = await runProof(readDeployedStack(await devAssembly()));
});

it("one of everything on the templates comes to its end", () => {
  expect(result.stoppedBy).toBeUndefined();
});

it("the proof asks for nothing that a role does not allow", () => {
  expect(result.denials).toEqual([]);
});

it("the proof crashes no function, leaves none without time and no route without its permission", () => {
  // As below: the sweep of the next minute goes on.
  const standstills = result.failures.filter((failure) => failure.endsWith("could not be swept."));
  expect(result.failures.filter((failure) => !standstills.includes(failure))).toEqual([]);
  expect(standstills.length).toBeLessThanOrEqual(MOST_STANDSTILLS);
});

it("the proof gets no 5xx but those that the processor was made to cause", () => {
  const unexpected = [...result.serverErrors];
  for (const provoked of result.provoked) unexpected.splice(unexpected.indexOf(provoked), 1);
  // A machine that stands still for seconds lets a function give its ledger up, as it should: the client asks again.
  expect(unexpected.filter((error) => !error.startsWith("503 "))).toEqual([]);
  expect(unexpected.length, unexpected.join(", ")).toBeLessThanOrEqual(MOST_STANDSTILLS);
  expect(result.provoked.length).toBeGreaterThan(0);
  expect(result.serverErrors).toEqual(expect.arrayContaining([...result.provoked]));
});

it("the proof invokes every function and asks for every route", () => {
  expect(result.neverInvoked).toEqual([]);
  expect(result.neverServed).toEqual([]);
});

it("what a deploy asks of a new version is answered with its role's rights alone", () => {
  expect(result.complaints).toEqual([]);
});
