import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

const MINUTE_MS = 60_000;
const SHARE = 0.5;
const LOOKS = 40;

/** The processor checks an account so fast that its webhook overtakes what the service writes down of its creation. */
export async function enableEarly(simulation: Simulation, merchantId: string): Promise<void> {
  const chance = simulation.chance("early-onboarding");
  if (!chance.happens(SHARE)) return;
  for (let look = 0; look < LOOKS; look++) {
    await simulation.clock.sleep(chance.between(20, look < LOOKS / 2 ? 400 : MINUTE_MS));
    const { processor } = partsOf();
    const made = processor.accountsOf(merchantId);
    for (const id of made) processor.enable(id);
    if (made.length === 0) continue;
    simulation.reach("enabled early");
    return;
  }
}
