import type { HttpAnswer } from "../world/functions.ts";
import type { Simulation } from "../world/simulation.ts";

const IMPOSSIBLE = /"code":"payment_not_(?:capturable|cancelable)"/;

/** A capture or cancellation that was answered as made is never answered as impossible, whatever the ledger forgot. */
export async function repeatMade(
  simulation: Simulation,
  repeat: () => Promise<HttpAnswer | undefined>,
): Promise<void> {
  const answer = await repeat();
  if (answer && IMPOSSIBLE.test(answer.body))
    simulation.violate("I2", `what was answered as made is impossible after a restore: ${answer.body}`);
}
