import { Client } from "../actors/client.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { AnswerChecks } from "../checks/answers.ts";
import { checkBalances } from "../checks/balances.ts";
import { invoke } from "./functions.ts";
import { type Simulation, START_MS } from "./simulation.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * At the very end: merchants ask for their balances over all days, and these are held against the processor's lines. In
 * seeds whose payouts came back the statements are made first, all days at once.
 */
export async function closeMonth(
  simulation: Simulation,
  { merchants, checks }: { merchants: SimulatedMerchant[]; checks: AnswerChecks },
  { makesStatements, isOver }: { makesStatements: boolean; isOver: () => boolean },
): Promise<void> {
  const { clock } = simulation;
  if (makesStatements) {
    simulation.reach("statements");
    await clock.runUntil(Math.ceil(clock.now / DAY_MS) * DAY_MS + 7 * HOUR_MS, isOver);
    void invoke("daily-statements", {});
    await clock.runUntil(clock.now + HOUR_MS, isOver);
  }
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const query = { from: dateOf(START_MS), to: dateOf(clock.now - DAY_MS) };
  for (const merchant of merchants.filter(hasOneAccount)) {
    const client = new Client(simulation, merchant, checks);
    let answer: string | undefined;
    void (async () => {
      const got = await client.send({ function: "get-statement", path: "/v1/reports/balance", query });
      if (got?.statusCode === 200) answer = got.body;
    })();
    await clock.runUntil(clock.now + 60_000, isOver);
    if (isOver()) return;
    // One that was erased has no key any more.
    if (answer !== undefined) checkBalances(simulation, [String(merchant.accountId)], answer);
  }
}

/** An account that was taken away cannot be read any more. */
const hasOneAccount = ({ accountId, hasLeft, isBack }: SimulatedMerchant): boolean =>
  accountId !== undefined && !hasLeft && !isBack;
