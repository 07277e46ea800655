import { type FeedPage, type FollowOptions, followFeed } from "../../../shared/client/follow.ts";
import { eventKey, merchantKey, timeOfSort } from "../../../shared/ledger/table.ts";
import { hearsEveryVersion } from "../checks/endpoints.ts";
import { type Copies, checkCopies, keepNewest, type ShownBody } from "../checks/told-versions.ts";
import { partsOf } from "../world/parts.ts";
import { type Simulation, START_MS } from "../world/simulation.ts";
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

/** What is not finished yet comes again. */
const isSettled = (applied: unknown): boolean => applied !== null && applied !== undefined;

const isErased = ({ merchant }: Client): boolean =>
  partsOf().table.peek(merchantKey(merchant.merchantId))?.erasedAt !== undefined;

/** When it looks once more: the faults ended four days ago, and all has come to rest. */
const LAST_LOOK_MS = START_MS + 119 * 60 * MINUTE_MS;

/**
 * A process of the merchant's that follows the feed for a while, and dies at times. It sees each event once at
 * each place that it had, and once finished. Days later it catches up: then it has missed none, and its copies are right.
 */
export async function followEvents(simulation: Simulation, client: Client): Promise<void> {
  const { clock } = simulation;
  const chance = simulation.chance("following");
  let stop = new AbortController();
  const places: string[] = [];
  const copies: Copies = new Map();
  /** Those that it has seen after they were finished. */
  const known = new Set<string>();
  let polls = 0;
  let isLost = false;
  const sleep = async () => {
    polls++;
    if (polls === POLLS || clock.now > LAST_LOOK_MS) stop.abort();
    await clock.sleep(chance.between(MINUTE_MS, LONGEST_PAUSE_MS));
  };
  const fetchPage = async (after: string | undefined): Promise<FeedPage> => {
    const limit = chance.oneOf(["2", "100"]);
    const query = { order: "ascending", include: "body", limit, ...(after && { after }) };
    const answer = await client.persist({ function: "list-events", query }, FOREVER);
    if (answer?.statusCode !== 200) {
      // The client has given up; or its merchant was erased, and nobody follows any more.
      if (answer && !isErased(client)) simulation.violate("no gap", `a follower is rejected: ${answer.body}`);
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
  const follow = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const options = { ...kept, sleep, signal: stop.signal };
      for await (const { event, cursor, seen } of followFeed(fetchPage, options)) {
        const place = partsOf().table.peek(eventKey(event.id))?.eventSort;
        places.push(`${event.id} ${event.applied} ${place}`);
        if (isSettled(event.applied)) known.add(event.id);
        keepNewest(copies, serviceBodyOf(event));
        kept = { ...(cursor !== undefined && { after: cursor }), seen: seen() };
        if (chance.happens(DEATHS)) break;
      }
    }
  };
  await follow();
  if (isLost) return;
  // Its last round may have ended early, because its answers came late.
  await clock.sleep(LAST_LOOK_MS - clock.now);
  stop = new AbortController();
  await follow();
  if (isLost) return;
  if (new Set(places).size !== places.length)
    simulation.violate("no gap", "a follower sees an event twice at one place");
  const { merchantId } = client.merchant;
  const missed = partsOf()
    .table.all()
    .filter(({ sk, merchantId: owner }) => sk === "EVENT" && owner === merchantId)
    .filter(({ eventSort }) => timeOfSort(String(eventSort)) < clock.now - SETTLED_MS - LONGEST_PAUSE_MS)
    .filter(({ eventId, applied }) => isSettled(applied) && !known.has(String(eventId)));
  for (const { eventId } of missed)
    simulation.violate("no gap", `a follower since ${startedAt} has never seen ${eventId} finished`);
  if (places.length > 0) simulation.reach("followed feeds");
  if (!hearsEveryVersion(simulation, merchantId)) return;
  // What has just changed comes into the feed a little later.
  const isFresh = ({ now }: { now: { version: number } }) =>
    now.version > clock.now - SETTLED_MS - LONGEST_PAUSE_MS;
  checkCopies(simulation, copies, {
    who: "follower",
    merchantIds: new Set([merchantId]),
    isLeftOut: isFresh,
  });
}

/** Of the processor's payload no copies are made. */
function serviceBodyOf({ body }: { body?: string | null }): ShownBody {
  const told = body ? (JSON.parse(body) as ShownBody & { payload?: string }) : {};
  return "payload" in told && told.payload === "service" ? told : {};
}
