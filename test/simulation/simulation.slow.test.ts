import { it } from "vitest";
import { expectNoViolation, MORE_SEEDS, simulate } from "./run-simulation.ts";

it("keeps every invariant on 800 more unlucky days, which reach every state that is asked for", async () => {
  const { from, count } = MORE_SEEDS;
  const { stdout, stderr } = await simulate("--seeds", String(count), "--from", String(from), "--here");
  expectNoViolation(stdout.trimEnd() || stderr, count);
});
