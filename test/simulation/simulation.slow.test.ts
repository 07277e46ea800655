import { it } from "vitest";
import { expectNoViolation, QUICK_SEEDS, simulate } from "./run-simulation.ts";

it("keeps every invariant on 800 more unlucky days, which reach every state that is asked for", async () => {
  const { stdout, stderr } = await simulate("--seeds", "800", "--from", String(QUICK_SEEDS + 1), "--here");
  expectNoViolation(stdout.trimEnd() || stderr, 800);
}, 1_800_000);
