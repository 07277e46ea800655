import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const HOUR_MS = 3_600_000;
const SHARE = 0.04;
const MOST_REQUESTS = 8;
/** A recovery and a release: one of each. */
const MOST_WORKS = 2;

/** A merchant's script that asks for recoveries without end, and switches its endpoint: one of each work runs at a time. */
export async function recoverOften(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("recoveries");
  if (!chance.happens(SHARE)) return;
  const { clock } = simulation;
  const { merchantId, server } = client.merchant;
  const { endpointId: id } = server;
  await clock.sleep(chance.between(0, HOUR_MS));
  let windowHours = 6;
  const switched: Promise<unknown>[] = [];
  for (let requests = chance.between(2, MOST_REQUESTS); requests > 0; requests--) {
    if (chance.happens(0.3)) windowHours++;
    const since = new Date(clock.now - windowHours * HOUR_MS).toISOString();
    const until = new Date(clock.now).toISOString();
    void client.send({ function: "recover-events", body: { since, until } });
    if (chance.happens(0.2)) switched.push(client.send({ function: "disable-callback-endpoint", id }));
    if (chance.happens(0.5)) void client.send({ function: "enable-callback-endpoint", id });
    await clock.sleep(chance.between(0, chance.oneOf([100, 10_000, HOUR_MS / 4])));
    const running = partsOf()
      .table.all()
      .filter(({ pk, sk, state }) => isWorkOnEvents(pk, sk, merchantId) && state === "running");
    if (running.length > MOST_WORKS)
      simulation.violate("I6", `${running.length} works on events of ${merchantId} run at once`);
  }
  simulation.reach("recovered often");
  // At the end every endpoint is enabled, whatever was lost on the way, and no request to disable it is still under way.
  await Promise.all(switched);
  await client.persist({ function: "enable-callback-endpoint", id }, { tries: 1_000 });
}

const isWorkOnEvents = (pk: unknown, sk: unknown, merchantId: string): boolean =>
  pk === `WORK#${merchantId}` && String(sk).startsWith("EVENTS#");
