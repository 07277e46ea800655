import { TEST_EVENT_TYPE } from "../../../shared/domain/events/event-types.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import { type Choice, isOwnType, wants } from "./choices.ts";

/*
 * Which endpoints each merchant had, and since when, kept beside the ledger. A function acts on what it has read,
 * so whatever stood at a moment since the function began counts.
 */

type Endpoint = Omit<Choice, "since"> & { endpointId: string; url: string; disabled: boolean };
type Moment = { since: number; endpoints: Endpoint[] };

const known = new WeakMap<Simulation, Map<string, Moment[]>>();

function momentsIn(simulation: Simulation, merchantId: unknown): Moment[] {
  const ofAll = known.get(simulation) ?? new Map<string, Moment[]>();
  known.set(simulation, ofAll);
  const moments = ofAll.get(String(merchantId)) ?? [];
  ofAll.set(String(merchantId), moments);
  return moments;
}

function momentsSince(simulation: Simulation, merchantId: unknown, since: number): Moment[] {
  const moments = momentsIn(simulation, merchantId);
  return moments.filter((_, place) => (moments[place + 1]?.since ?? Number.POSITIVE_INFINITY) >= since);
}

type StoredEndpoint = Omit<Endpoint, "payload"> & Partial<Pick<Endpoint, "payload">>;

const endpointsOf = ({ callbackEndpoints }: Item): Endpoint[] =>
  ((callbackEndpoints as { list: StoredEndpoint[] } | undefined)?.list ?? []).map((endpoint) => ({
    payload: "processor",
    ...endpoint,
  }));

/** Of every write of a merchant: no URL is there twice. */
export function checkEndpoints(simulation: Simulation, merchant: Item): void {
  const endpoints = endpointsOf(merchant);
  const urls = endpoints.map(({ url }) => url);
  if (new Set(urls.map((one) => new URL(one).href)).size < urls.length)
    simulation.violate("choice", `two endpoints of ${merchant.merchantId} have the same URL: ${urls}`);
  momentsIn(simulation, merchant.merchantId).push({ since: simulation.clock.now, endpoints });
}

/** Of an event that comes onto record: it names the endpoints that have chosen it. */
export function checkNamed(simulation: Simulation, event: Item): void {
  const { eventId, type, merchantId, svcPaymentId } = event;
  if (type === TEST_EVENT_TYPE) return;
  const moments = momentsSince(simulation, merchantId, simulation.writer?.startedAt ?? simulation.clock.now);
  const isWanted = (endpointId: string) => (moment: Moment) =>
    moment.endpoints.some((endpoint) => endpoint.endpointId === endpointId && wants(endpoint, type));
  const named = (event.endpoints ?? []) as string[];
  for (const id of named)
    if (!moments.some(isWanted(id)))
      simulation.violate("choice", `${eventId} (${type}) names ${id}, which has not chosen it`);
  // Not every event can be rendered.
  if (svcPaymentId === undefined) return;
  const [first] = moments;
  for (const { endpointId } of first?.endpoints ?? [])
    if (!named.includes(endpointId) && moments.every(isWanted(endpointId)))
      simulation.violate("choice", `${eventId} (${type}) is chosen by ${endpointId}, and does not name it`);
}

type Posted = { url: string; eventId: string; type: string; payload: string; since: number };

/** Of a body that reaches an endpoint. */
export function checkPostedTo(simulation: Simulation, merchantId: string, posted: Posted): void {
  const { url, eventId, type, payload, since } = posted;
  const there = momentsSince(simulation, merchantId, since)
    .flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => endpoint.url === url);
  if (there.every(({ disabled }) => disabled))
    simulation.violate("choice", `${eventId} is sent to ${url}, where no endpoint is enabled`);
  if (!there.some((endpoint) => endpoint.payload === payload) && !isOwnType(type))
    simulation.violate(
      "choice",
      `${eventId} is sent to ${url} in the payload ${payload}, which was not chosen`,
    );
}

/**
 * I5 of a merchant's endpoint that stands at the end: every event that names it has a delivery that came to an
 * end. Answers the deliveries.
 */
export function checkDeliveriesTo(
  simulation: Simulation,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  accepted: ReadonlySet<string>,
): Item[] {
  const all = partsOf()
    .table.all()
    .filter((item) => item.merchantId === merchantId);
  const deliveries = all.filter((item) => item.sk === `DELIVERY#${endpointId}`);
  const byEvent = new Map(deliveries.map((delivery) => [delivery.pk, delivery]));
  const letters = partsOf().queues.of("dead-letters");
  for (const event of all.filter(({ sk }) => sk === "EVENT")) {
    if (!((event.endpoints ?? []) as string[]).includes(endpointId)) continue;
    const delivery = byEvent.get(event.pk)?.delivery;
    const eventId = String(event.eventId);
    const isDeadWithLetter =
      delivery === "dead" && letters.some(({ body }) => body.includes(eventId) && body.includes(endpointId));
    // What is about no payment of ours, or was made by us, may have nothing to show in this payload.
    const isWordless = event.svcPaymentId === undefined || event.source === "service";
    const hasEnded =
      (delivery === "none" && isWordless) ||
      isDeadWithLetter ||
      (delivery === "delivered" && accepted.has(eventId));
    if (!hasEnded) simulation.violate("I5", `${eventId} (${event.type}) ends ${delivery} at ${endpointId}`);
  }
  return deliveries;
}

export const enabledEndpointsOf = (simulation: Simulation, merchantId: string): Endpoint[] =>
  (momentsIn(simulation, merchantId).at(-1)?.endpoints ?? []).filter(({ disabled }) => !disabled);
