import { followFeed } from "../../../shared/client/follow.ts";
import { timeOfSort } from "../../../shared/ledger/table.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const POLLS = 6;
const FOREVER = { tries: 1_000 };

/** The feed ends a minute ago; what an index shows later than this would alarm its owner. */
const SETTLED_MS = 11 * MINUTE_MS;

/** A process of the merchant's that follows the feed for a while. It sees each event once, and misses none. */
export async function followEvents(simulation: Simulation, client: Client): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("following");
  const stop = new AbortController();
  const seen: string[] = [];
  let polls = 0;
  let isLost = false;
  const sleep = async () => {
    polls++;
    if (polls === POLLS) stop.abort();
    await clock.sleep(chance.between(MINUTE_MS, 30 * MINUTE_MS));
  };
  const fetchPage = async (after: string | undefined) => {
    const query = { order: "ascending", limit: chance.oneOf(["2", "100"]), ...(after && { after }) };
    const answer = await client.persist({ function: "list-events", query }, FOREVER);
    // The merchant was erased, or has left: nobody follows any more.
    if (answer?.statusCode !== 200) {
      isLost = true;
      stop.abort();
      return { items: [], after };
    }
    const link = String(answer.headers?.Link ?? "");
    return { items: JSON.parse(answer.body), after: /[?&]after=([^&>]+)/.exec(link)?.[1] };
  };
  const startedAt = clock.now;
  for await (const { event } of followFeed(fetchPage, { nowMs: () => clock.now, sleep, signal: stop.signal }))
    seen.push(event.id);
  if (isLost) return;
  if (new Set(seen).size !== seen.length) simulation.violate("no gap", "a follower sees an event twice");
  const known = new Set(seen);
  const { merchantId } = client.merchant;
  const missed = partsOf()
    .table.all()
    .filter(({ sk, merchantId: owner }) => sk === "EVENT" && owner === merchantId)
    .filter(({ eventSort }) => timeOfSort(String(eventSort)) < clock.now - SETTLED_MS - 30 * MINUTE_MS)
    .filter(({ eventId }) => !known.has(String(eventId)));
  for (const { eventId } of missed)
    simulation.violate("no gap", `a follower since ${startedAt} has never seen ${eventId}`);
  if (seen.length > 0) simulation.reach("followed feeds");
}
