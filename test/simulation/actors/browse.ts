import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const HOUR_MS = 3_600_000;

/** A merchant's people look around, try their endpoint out, and have everything of the last hours sent again. */
export async function browse(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("browsing");
  const { clock } = simulation;
  await clock.sleep(chance.between(0, HOUR_MS));
  await client.send({ function: "test-callback-endpoint" });
  await client.send({ function: "list-payments" });
  await client.send({ function: "list-events" });
  await client.send({ function: "get-callback-health" });
  const { merchantId } = client.merchant;
  const own = partsOf()
    .table.all()
    .filter((item) => item.merchantId === merchantId);
  const event = own.find(({ sk }) => sk === "EVENT");
  const payment = own.find(({ sk }) => sk === "PAYMENT");
  if (event) await client.send({ function: "get-event", id: String(event.eventId) });
  if (payment) await client.send({ function: "get-payment-timeline", id: String(payment.svcPaymentId) });
  const since = new Date(clock.now - 6 * HOUR_MS).toISOString();
  const until = new Date(clock.now).toISOString();
  const recovery = await client.send({ function: "recover-events", body: { since, until } });
  if (recovery?.statusCode !== 202) return;
  const { recoveryId } = JSON.parse(recovery.body) as { recoveryId: string };
  await client.send({ function: "get-recovery", id: recoveryId });
}
