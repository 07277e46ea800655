import { deliveryKey } from "../../../shared/ledger/table.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/* How an endpoint fares, counted over all deliveries of the ledger, whatever their age and without an index. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Attempt = { at: number; deliveryRound: number; status?: number; error?: string };

/** Nothing was posted, for a reason of our own. */
const NOT_POSTED = ["subject_missing", "too_late"];

const logOf = ({ log }: Item) => (log ?? []) as Attempt[];

export type Counted = { health: Record<string, number>; failingSince: number | undefined };

/** At this moment. undefined: something has just changed, and an index may not know it yet. */
export function countDeliveries(
  { merchantId, server }: Pick<SimulatedMerchant, "merchantId" | "server">,
  now: number,
): Counted | undefined {
  const { sk: place } = deliveryKey("", server.endpointId);
  const events = partsOf()
    .table.all()
    .filter((item) => item.sk === place && item.merchantId === merchantId && item.delivery !== "none");
  const attempts = events.flatMap(logOf);
  const isJust = (ms: unknown) => Number(ms) > now - MINUTE_MS;
  // Nor where the hour or the day of an attempt ends in this minute.
  const isOnEdge = ({ at }: Attempt) =>
    [0, HOUR_MS, DAY_MS].some((age) => Math.abs(now - at - age) < MINUTE_MS);
  const changed = ["receivedAt", "roundStartedAt", "diedAt"];
  if (attempts.some(isOnEdge) || events.some((event) => changed.some((name) => isJust(event[name]))))
    return undefined;
  const isTried = (event: Item) =>
    logOf(event).some(({ deliveryRound }) => deliveryRound === event.deliveryRound);
  const are = (delivery: string) => events.filter((event) => event.delivery === delivery);
  const recent = attempts.filter(({ at }) => at > now - DAY_MS);
  const delivered = are("delivered").filter((event) => (logOf(event).at(-1)?.at ?? 0) > now - DAY_MS).length;
  const failing = are("pending").filter(isTried);
  const health = {
    delivered,
    failing: failing.length,
    waiting: are("pending").length - failing.length,
    dead: are("dead").length,
    held: are("held").length,
    answers: recent.filter(({ status }) => status !== undefined).length,
  };
  const acceptedAt = Math.max(0, ...attempts.filter(({ error }) => error === undefined).map(({ at }) => at));
  const rejectedAt = [...failing, ...are("dead")]
    .flatMap(logOf)
    .filter(({ error, at }) => error !== undefined && !NOT_POSTED.includes(error) && at > acceptedAt)
    .map(({ at }) => at);
  const isFailing = rejectedAt.length > 0 && acceptedAt < now - HOUR_MS;
  return { health, failingSince: isFailing ? Math.min(...rejectedAt) : undefined };
}

/** Of a merchant with an endpoint: the answers to how it fares, and to what needs a person. */
export function checkHealth(
  simulation: Simulation,
  { health, failingSince }: Counted,
  answers: { health: string; attention: string; endpointId: string },
): void {
  const told = JSON.parse(answers.health) as Record<string, unknown>;
  for (const [name, count] of Object.entries(health)) {
    if (count > 0) simulation.reach(`health: ${name}`);
    if (told[name] !== count)
      simulation.violate("I12", `${told[name]} events or answers are ${name}, and it should be ${count}`);
  }
  type Item = { kind: string; since: string; subject: { endpointId?: string } };
  const items = JSON.parse(answers.attention) as Item[];
  // A second endpoint may fail by itself.
  const isIt = ({ kind, subject }: Item) =>
    kind === "endpoint_failing" && subject.endpointId === answers.endpointId;
  const shown = items.find(isIt)?.since;
  const due = failingSince === undefined ? undefined : new Date(failingSince).toISOString();
  if (shown !== due) simulation.violate("I12", `the endpoint is said to fail since ${shown}, not ${due}`);
}
