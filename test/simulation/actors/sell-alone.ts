import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { SimulatedMerchant } from "./merchants.ts";

/** In so many seeds a merchant also sells without the service. */
const SHARE = 0.12;
const MOST_SALES = 3;
const MINUTE_MS = 60_000;
const CENTS: [number, number] = [500, 90_000];

/**
 * A merchant that takes payments on its account by itself, at the dashboard or with another app: the processor tells the
 * service of them too, they are lines of its statements and payouts, and none of them is ever a payment of ours.
 */
export async function sellAlone(simulation: Simulation, merchants: SimulatedMerchant[]): Promise<void> {
  const chance = simulation.chance("own-sales");
  if (!chance.happens(SHARE)) return;
  const { processor } = partsOf();
  const merchant = chance.oneOf(merchants);
  for (let sales = chance.between(1, MOST_SALES); sales > 0; sales--) {
    await simulation.clock.sleep(
      chance.between(0, chance.oneOf([MINUTE_MS, 10 * MINUTE_MS, 300 * MINUTE_MS])),
    );
    const { accountId, hasLeft } = merchant;
    if (!accountId || hasLeft) return;
    const id = processor.sellAlone(accountId, {
      amountCents: chance.between(...CENTS),
      isHold: chance.happens(0.2),
    });
    simulation.tell("dashboard", () => `takes ${id} for ${accountId}, without the service`);
    simulation.reach("merchants' own sales");
    if (chance.happens(0.4)) {
      await simulation.clock.sleep(chance.between(1, 5 * MINUTE_MS));
      processor.refundAtDashboard(id, accountId);
    }
  }
}
