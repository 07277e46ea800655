import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const SHARE = 0.08;

/**
 * 61: the processor hangs for minutes while its webhooks come. Every event keeps its function for two seconds at most
 * (world/processor-wire.ts), what was acknowledged is applied in the end (checks/final.ts), and what only asks the ledger
 * is answered meanwhile.
 */
export async function hangProcessor(simulation: Simulation, clients: readonly Client[]): Promise<void> {
  const chance = simulation.chance("hanging");
  if (!chance.happens(SHARE)) return;
  const { clock } = simulation;
  await clock.sleep(chance.between(MINUTE_MS, 25 * MINUTE_MS));
  simulation.processorHangsUntil = clock.now + chance.between(MINUTE_MS, 10 * MINUTE_MS);
  simulation.tell("processor", () => `hangs until ${simulation.processorHangsUntil}`);
  simulation.reach("processor hangs");
  for (const client of clients) {
    const known = partsOf()
      .table.all()
      .find((item) => item.merchantId === client.merchant.merchantId && item.state === "completed");
    if (known?.svcPaymentId === undefined) continue;
    const answer = await client.send({ function: "get-payment", id: String(known.svcPaymentId) });
    const isOwnFault = answer !== undefined && answer.statusCode >= 500;
    if (isOwnFault && simulation.faults.existing.length === 0)
      simulation.violate("isolation", `a payment cannot be read while the processor hangs: ${answer.body}`);
  }
}
