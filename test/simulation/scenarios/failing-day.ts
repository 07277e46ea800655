import { deliveryKey, eventKey } from "../../../shared/ledger/table.ts";
import type { ReceivedCallback, ReceiverAnswer } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import { BusyQueues } from "./busy-queues.ts";
import { countOf, timesOf } from "./numbers.ts";
import { PostLog } from "./post-log.ts";
import {
  enterWorld,
  leaveWorld,
  putMerchant,
  type ScenarioMerchant,
  type ScenarioResult,
  type ScenarioWorld,
  showTime,
  sweepEveryMinute,
} from "./scenario-world.ts";
import { tellOfPayment } from "./told-payments.ts";

/*
 * 41: two events a second for merchants whose servers reject everything, for a whole day, beside merchants whose
 * servers are well. Webhook, delivery and sweep are the real functions. All eight attempts of every failing event are
 * made (by other events, where a server hangs), so a second day follows, in which the last of them dies.
 */

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
/** The longest schedule, jitter, Retry-After and sweeps included, takes less. */
const LAST_DEATH_MS = 30 * HOUR_MS;
const FAILING_EVERY_MS = SECOND_MS / 2;
const HEALTHY_EVERY_MS = 10 * SECOND_MS;
const ALLOWED_IN_FLIGHT = 3_000;
/** As long as a server that hangs may keep a sender. A queue that is fair to quiet merchants, as ours is, does better. */
const SOON_MS = 10 * SECOND_MS;
const ATTEMPTS = 8;

/** Each server that fails does it in its own way. */
const REJECTIONS: ReceiverAnswer[] = [
  { status: 500, latencyMs: 0 },
  { status: 503, latencyMs: 0, retryAfterSeconds: 3_600 },
  { status: 404, latencyMs: 0 },
  // It hangs until our patience ends.
  { status: 200, latencyMs: 60_000 },
];
const FAILING_MERCHANTS = 8;
const HEALTHY_MERCHANTS = 4;

const wayOf = (nth: number): string =>
  REJECTIONS[nth % REJECTIONS.length]?.latencyMs === 0 ? "failing" : "hanging";

/** `share`: of a day. */
export async function runFailingDay(share: number): Promise<ScenarioResult> {
  const made: { queues?: BusyQueues } = {};
  const rejections = new Map<string, ReceiverAnswer | undefined>();
  const world = enterWorld({
    queues: (simulation) => {
      made.queues = new BusyQueues(simulation, (name, body) => name === "dead-letters" && log.letter(body));
      return made.queues;
    },
    receive: ({ url, headers }: ReceivedCallback) => {
      log.post(headers);
      return rejections.get(url) ?? { status: 200, latencyMs: 0 };
    },
  });
  const { simulation } = world;
  const { clock } = simulation;
  const log = new PostLog(simulation);
  const merchants = Array.from({ length: FAILING_MERCHANTS + HEALTHY_MERCHANTS }, (_, number) =>
    putMerchant(world, number),
  );
  const failing = merchants.slice(0, FAILING_MERCHANTS);
  for (const [number, { url }] of failing.entries())
    rejections.set(url, REJECTIONS[number % REJECTIONS.length]);
  const endsAt = clock.now + share * DAY_MS;
  const tell = (eventId: string, merchant: ScenarioMerchant) => tellEvent(world, log, { eventId, merchant });
  happenUntil(endsAt, { simulation, everyMs: FAILING_EVERY_MS }, (nth) =>
    tell(`evt_${wayOf(nth)}${nth}`, failing[nth % FAILING_MERCHANTS] as ScenarioMerchant),
  );
  happenUntil(endsAt, { simulation, everyMs: HEALTHY_EVERY_MS }, (nth) =>
    tell(`evt_healthy${nth}`, merchants[FAILING_MERCHANTS + (nth % HEALTHY_MERCHANTS)] as ScenarioMerchant),
  );
  sweepEveryMinute(world);
  showTime(world);
  await clock.runUntil(endsAt + LAST_DEATH_MS, () => simulation.violations.length > 0);
  const text = judge(world, log, made.queues?.mostInFlight.get("callbacks") ?? 0);
  leaveWorld(world);
  return { text, violations: simulation.violations, calls: simulation.calls };
}

/** Regularly, and each a little sooner or later than that. */
function happenUntil(
  endsAt: number,
  { simulation, everyMs }: { simulation: Simulation; everyMs: number },
  run: (nth: number) => void,
): void {
  const { clock } = simulation;
  const { between } = simulation.chance("arrivals");
  const next = (nth: number, slot: number): void => {
    if (slot >= endsAt) return;
    clock.at(slot + between(0, everyMs - 1), () => {
      run(nth);
      next(nth + 1, slot + everyMs);
    });
  };
  next(0, clock.now);
}

async function tellEvent(
  world: ScenarioWorld,
  log: PostLog,
  { eventId, merchant }: { eventId: string; merchant: ScenarioMerchant },
): Promise<void> {
  log.arrive(eventId);
  const isAcknowledged = await tellOfPayment(world, merchant, eventId);
  if (!isAcknowledged) world.simulation.violate("41", `the webhook ${eventId} is not acknowledged`);
}

function judge({ simulation, table }: ScenarioWorld, log: PostLog, mostInFlight: number): string[] {
  if (mostInFlight >= ALLOWED_IN_FLIGHT)
    simulation.violate("41", `${mostInFlight} messages are in flight at once`);
  let dead = 0;
  let postsToHanging = 0;
  let delivered = 0;
  for (const [eventId, { posts, letters }] of log.told) {
    const [endpointId = ""] = (table.peek(eventKey(eventId))?.endpoints ?? []) as string[];
    const { delivery, attempts, deadLetteredAt, dueSort } =
      table.peek(deliveryKey(eventId, endpointId)) ?? {};
    // To a server that hangs, one event at a time is posted. The attempts of the others count all the same.
    const isHanging = eventId.startsWith("evt_hanging");
    const isPosted = isHanging ? posts <= ATTEMPTS : posts === ATTEMPTS;
    const isDead = delivery === "dead" && attempts === ATTEMPTS && isPosted && letters === 1;
    const isDelivered = delivery === "delivered" && posts === 1 && letters === 0;
    const isRight = eventId.startsWith("evt_healthy") ? isDelivered : isDead && deadLetteredAt !== undefined;
    if (!isRight || dueSort !== undefined)
      simulation.violate("I5", `${eventId} ends ${delivery} after ${posts} posts, with ${letters} letters`);
    if (isDead) dead++;
    if (isHanging) postsToHanging += posts;
    if (isDelivered) delivered++;
  }
  const waits = [...log.firstPostsMs].filter(([eventId]) => eventId.startsWith("evt_healthy"));
  const times = timesOf(waits.map(([, ms]) => ms));
  if (times.maxMs > SOON_MS) simulation.violate("41", `a healthy merchant hears after ${times.maxMs} ms`);
  return [
    `events              ${countOf(log.told.size)}: two a second towards ${FAILING_MERCHANTS} servers that fail, one in ten seconds towards ${HEALTHY_MERCHANTS} that are well`,
    `callbacks in flight ${countOf(mostInFlight)} at most (allowed: fewer than ${countOf(ALLOWED_IN_FLIGHT)})`,
    `healthy merchants   hear after ${times.text} (allowed: ${SOON_MS / SECOND_MS} s)`,
    `ended               ${countOf(delivered)} delivered at their first attempt, ${countOf(dead)} dead after ${ATTEMPTS} attempts at the times of the schedule, each with one dead letter`,
    `servers that hang   got ${countOf(postsToHanging)} posts, one at a time`,
  ];
}
