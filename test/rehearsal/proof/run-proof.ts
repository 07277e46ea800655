import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeAnswer, probeFor } from "../../../infra/aws/canary/probe.ts";
import type { PolicyRequest } from "../../../infra/rehearsal/front-door/judge.ts";
import { type Rehearsal, startRehearsal } from "../../../infra/rehearsal/rehearsal.ts";
import type { DeployedStack } from "../../../infra/rehearsal/template/deployed-stack.ts";
import { FasterOthers } from "./faster-others.ts";
import { Outside } from "./outside.ts";
import { prove } from "./prove.ts";

export type ProofResult = {
  startedMs: number;
  provedMs: number;
  /** What stopped it, if it did not come to its end. */
  stoppedBy: Error | undefined;
  denials: readonly PolicyRequest[];
  uses: readonly PolicyRequest[];
  /** Crashes, time-outs, missing permissions. */
  failures: readonly string[];
  serverErrors: readonly string[];
  provoked: readonly string[];
  neverInvoked: readonly string[];
  neverServed: readonly string[];
  /** What a deploy finds wrong with the answer of a new version. */
  complaints: readonly string[];
};

/** The rehearsal's proof, on templates that were read. */
export async function runProof(
  stack: DeployedStack,
  options: { letsThrough?: boolean } = {},
): Promise<ProofResult> {
  const begunAt = performance.now();
  const serverErrors: string[] = [];
  const others = new FasterOthers();
  const rehearsal = await startRehearsal({
    stack,
    port: 0,
    stateDir: mkdtempSync(join(tmpdir(), "payments-proof-")),
    letsThrough: options.letsThrough ?? false,
    beforeCall: others.beforeCall,
    onAccess: ({ method, path, status }) => {
      if (status >= 500) serverErrors.push(`${status} ${method} ${path}`);
    },
  });
  const startedMs = performance.now() - begunAt;
  const outside = new Outside(rehearsal, { tableName: stack.tables[0]?.name ?? "", others });
  await outside.showAccountsInV1();
  const routes = stack.routes.map(({ key }) => key);
  const stoppedBy = await prove(outside, routes).then(
    () => undefined,
    (error: Error) => error,
  );
  const provedMs = performance.now() - begunAt - startedMs;
  const complaints = await probe(rehearsal, stack);
  await rehearsal.stop();
  const { invocations } = rehearsal.functions;
  return {
    startedMs,
    provedMs,
    stoppedBy,
    denials: rehearsal.judge.denials,
    uses: [...rehearsal.judge.uses.values()],
    failures: rehearsal.failures,
    serverErrors,
    provoked: outside.provoked,
    neverInvoked: stack.functions.map(({ name }) => name).filter((name) => !invocations.has(name)),
    neverServed: routes.filter((key) => !rehearsal.served.has(key)),
    complaints,
  };
}

/** What a deploy asks of each new version that gets its calls in steps: it may look for a key, and finds none. */
async function probe({ functions }: Rehearsal, stack: DeployedStack): Promise<string[]> {
  const shifted = stack.functions.filter(({ name }) =>
    /-((create|charge|capture|refund|cancel)-payment|webhook)$/.test(name),
  );
  const answers = shifted.map(async (spec) =>
    judgeAnswer(spec.name, JSON.stringify(await functions.invoke(spec, probeFor(spec.name)))),
  );
  return (await Promise.all(answers)).filter((complaint) => complaint !== undefined);
}
