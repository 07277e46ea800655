import { type FeedPage, type FollowOptions, followFeed } from "../../../shared/client/follow.ts";
import { merchantKey, timeOfSort } from "../../../shared/ledger/table.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const POLLS = 6;
const FOREVER = { tries: 1_000 };
/** How often it dies with an event in its hands that it has noted. */
const DEATHS = 0.1;

/** Between two polls, at most. */
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/**
 * The feed ends a minute ago, what an index shows ten minutes later would alarm its owner, and what is not applied yet is
 * passed by for half an hour.
 */
const SETTLED_MS = 41 * MINUTE_MS;

const isErased = ({ merchant }: Client): boolean =>
  partsOf().table.peek(merchantKey(merchant.merchantId))?.erasedAt !== undefined;

/** A process of the merchant's that follows the feed for a while, and dies at times. It sees each event once, and misses none. */
export async function followEvents(simulation: Simulation, client: Client): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("following");
  const stop = new AbortController();
  const ids: string[] = [];
  let polls = 0;
  let isLost = false;
  const sleep = async () => {
    polls++;
    if (polls === POLLS) stop.abort();
    await clock.sleep(chance.between(MINUTE_MS, LONGEST_PAUSE_MS));
  };
  const fetchPage = async (after: string | undefined): Promise<FeedPage> => {
    const query = { order: "ascending", limit: chance.oneOf(["2", "100"]), ...(after && { after }) };
    const answer = await client.persist({ function: "list-events", query }, FOREVER);
    if (answer?.statusCode !== 200) {
      // The client has given up; or its merchant was erased, and nobody follows any more.
      if (answer && !isErased(client)) simulation.violate("no gap", `a follower is refused: ${answer.body}`);
      isLost = true;
      stop.abort();
      return { items: [], after, serviceMs: clock.now };
    }
    const { Link = "", "Svc-Searched-To": lookedTo, "Svc-Time": time } = answer.headers ?? {};
    return {
      items: JSON.parse(answer.body),
      after: /[?&]after=([^&>]+)/.exec(String(Link))?.[1],
      serviceMs: Date.parse(String(time)),
      ...(lookedTo !== undefined && { lookedToMs: Date.parse(String(lookedTo)) }),
    };
  };
  const startedAt = clock.now;
  let kept: Pick<FollowOptions, "after" | "seen"> = {};
  while (!stop.signal.aborted) {
    const options = { ...kept, sleep, signal: stop.signal };
    for await (const { event, cursor, seen } of followFeed(fetchPage, options)) {
      ids.push(event.id);
      kept = { ...(cursor !== undefined && { after: cursor }), seen: seen() };
      if (chance.happens(DEATHS)) break;
    }
  }
  if (isLost) return;
  if (new Set(ids).size !== ids.length) simulation.violate("no gap", "a follower sees an event twice");
  const known = new Set(ids);
  const { merchantId } = client.merchant;
  const missed = partsOf()
    .table.all()
    .filter(({ sk, merchantId: owner }) => sk === "EVENT" && owner === merchantId)
    .filter(({ eventSort }) => timeOfSort(String(eventSort)) < clock.now - SETTLED_MS - LONGEST_PAUSE_MS)
    .filter(({ eventId }) => !known.has(String(eventId)));
  for (const { eventId } of missed)
    simulation.violate("no gap", `a follower since ${startedAt} has never seen ${eventId}`);
  if (ids.length > 0) simulation.reach("followed feeds");
}
