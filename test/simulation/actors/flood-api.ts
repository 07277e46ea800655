import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const SHARE = 0.15;
/** What the share lets through (CREATES_PER_SECOND in domain/payments/create.ts). The processor takes 25. */
const CREATES_A_SECOND = 20;
const SECONDS = 2;

/**
 * One merchant's runaway loop creates payments as fast as the API lets it, while the processor keeps its limit
 * (world/processor-wire.ts). Another merchant's payment succeeds meanwhile, at its first try where nothing else goes wrong.
 */
export async function floodApi(simulation: Simulation, clients: readonly Client[]): Promise<void> {
  const chance = simulation.chance("flooding");
  const [flooding, other] = clients.filter(({ merchant }) => merchant.accountId !== undefined);
  if (!flooding || !other || !chance.happens(SHARE)) return;
  const { clock, faults } = simulation;
  await clock.sleep(chance.between(0, 10 * MINUTE_MS));
  simulation.reach("one merchant floods");
  simulation.isProcessorLimited = true;
  const create = (client: Client, key: string) =>
    client.persist({ function: "create-payment", key, body: { amountCents: 1_000 } }, { tries: 1_000 });
  const flood = Array.from({ length: CREATES_A_SECOND * SECONDS }, async (_, nth) => {
    await clock.sleep(Math.floor((nth * 1_000) / CREATES_A_SECOND));
    return create(flooding, `flood-${nth}`);
  });
  await clock.sleep(chance.between(0, SECONDS * 1_000));
  const begunAt = clock.now;
  const answer = await create(other, "beside-a-flood");
  // A hang that ended or began meanwhile delays it too.
  const isCalm = faults.existing.length === 0 && simulation.processorHangsUntil < begunAt;
  if (isCalm && (answer?.statusCode !== 201 || clock.now - begunAt > 5_000))
    simulation.violate(
      "isolation",
      `a payment beside a flood took ${clock.now - begunAt} ms: ${answer?.body}`,
    );
  await Promise.all(flood);
  simulation.isProcessorLimited = false;
}
