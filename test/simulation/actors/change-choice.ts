import { EVENT_NAMES, PAYLOADS } from "../../../shared/domain/events/event-types.ts";
import { noteAsked } from "../checks/endpoints.ts";
import type { Chance } from "../world/chance.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const SHARE = 0.06;
const FOREVER = { tries: 1_000 };

/** A merchant that changes its mind about what it wants to hear of and in whose words, at times in two places at once. */
export async function changeChoice(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("choices");
  if (!chance.happens(SHARE)) return;
  const { clock } = simulation;
  const { merchantId, server } = client.merchant;
  const draw = () => {
    const choice = drawChoice(chance);
    noteAsked(simulation, merchantId, choice);
    const body = { url: server.url, ...choice };
    return {
      function: "callback-endpoints",
      ...{ path: "/v1/callback-endpoints/{id}", id: server.endpointId, body },
    };
  };
  for (let changes = chance.between(1, 5); changes > 0; changes--) {
    await clock.sleep(chance.between(0, chance.oneOf([1, 10, 60]) * MINUTE_MS));
    if (chance.happens(0.3)) void client.send(draw());
    const answer = await client.persist(draw(), FOREVER);
    if (answer?.statusCode === 200) simulation.reach("choices changed");
  }
}

/** What is left out stays as it is. */
function drawChoice(chance: Chance): { events?: readonly string[] | null; payload?: string } {
  const some = EVENT_NAMES.filter(() => chance.happens(0.5));
  const events = chance.oneOf([undefined, undefined, null, [], some, some]);
  const payload = chance.oneOf([undefined, ...PAYLOADS]);
  return { ...(events !== undefined && { events }), ...(payload !== undefined && { payload }) };
}
