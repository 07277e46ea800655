import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { SimulatedMerchant } from "./merchants.ts";

/** In so many seeds an account is paid out while the faults last, and in so many of those it has more than one page. */
const SHARE = 0.06;
const SHARE_OF_LARGE = 0.5;
const MINUTE_MS = 60_000;

/**
 * An account whose money is available at once. Ordinarily a payout is made in the calm, days after everything else; here
 * it is made, told of and read among all the faults, and may have more lines than one page of the processor's holds.
 */
export async function payOutEarly(simulation: Simulation, merchants: SimulatedMerchant[]): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("early-payouts");
  if (!chance.happens(SHARE)) return;
  const { accountId } = chance.oneOf(merchants);
  if (!accountId) return;
  const { processor } = partsOf();
  for (let payouts = chance.between(1, 2); payouts > 0; payouts--) {
    await clock.sleep(chance.between(MINUTE_MS, 8 * MINUTE_MS));
    const lines = chance.happens(SHARE_OF_LARGE) ? chance.between(98, 130) : 0;
    simulation.tell("processor", () => `pays ${accountId} out, with ${lines} lines of its own`);
    for (let line = 0; line < lines; line++) processor.book(accountId, chance.between(1, 400));
    processor.payOut(accountId);
    simulation.reach(lines > 0 ? "early payouts of several pages" : "early payouts");
  }
}
