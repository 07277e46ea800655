import {
  EVENT_TYPES,
  isChoosable,
  PAYLOADS,
  type Payload,
  TEST_EVENT_TYPE,
} from "../../../shared/domain/events/event-types.ts";
import { deliveryKey, eventKey, timeOfSort } from "../../../shared/ledger/table.ts";
import { DEFAULT_EVENTS } from "../../support/default-events.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import type { SimulatedMerchant } from "../actors/merchants.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import { checkCopies, isAboutSubject } from "./told-versions.ts";

/*
 * Which endpoints each merchant had, what each had chosen, and since when, kept beside the ledger. A function acts on what
 * it has read, so whatever stood at a moment since the function began counts: an event names an endpoint if and only if
 * that wants it, and a body is of a payload that its endpoint names. What was left out of a choice stays.
 */

type Choice = { events?: readonly string[] | undefined; payload: Payload };
type Endpoint = Choice & { endpointId: string; url: string; disabled: boolean };
type Moment = { since: number; endpoints: Endpoint[] };

type Known = {
  moments: Map<string, Moment[]>;
  /** What merchants have asked for, by merchant: nothing else ever becomes a choice of their own endpoint. */
  asked: Map<string, Set<string>>;
  /** Events with endpoints that they did not name when they were recorded. */
  silent: Set<string>;
};

const known = new WeakMap<Simulation, Known>();

function knownIn(simulation: Simulation): Known {
  const standing = known.get(simulation) ?? { moments: new Map(), asked: new Map(), silent: new Set() };
  known.set(simulation, standing);
  return standing;
}

function momentsOf(simulation: Simulation, merchantId: unknown): Moment[] {
  const { moments } = knownIn(simulation);
  const own = moments.get(String(merchantId)) ?? [];
  moments.set(String(merchantId), own);
  return own;
}

/** Those that stood at some time since a function began. */
function momentsSince(simulation: Simulation, merchantId: unknown, since: number): Moment[] {
  const moments = momentsOf(simulation, merchantId);
  return moments.filter((_, place) => (moments[place + 1]?.since ?? Number.POSITIVE_INFINITY) >= since);
}

const momentsOfWriter = (simulation: Simulation, merchantId: unknown): Moment[] =>
  momentsSince(simulation, merchantId, simulation.writer?.startedAt ?? simulation.clock.now);

const endpointAt = ({ endpoints }: Moment, id: string): Endpoint | undefined =>
  endpoints.find(({ endpointId }) => endpointId === id);

type StoredEndpoint = Omit<Endpoint, "payload"> & Partial<Pick<Endpoint, "payload">>;

const endpointsOf = ({ callbackEndpoints }: Item): Endpoint[] =>
  ((callbackEndpoints as { list: StoredEndpoint[] } | undefined)?.list ?? []).map((endpoint) => ({
    payload: "processor",
    ...endpoint,
  }));

/** With the service payload also what a receiver needs to keep its copies current. */
const WITH_SERVICE_PAYLOAD = [...DEFAULT_EVENTS, "refund.failed", "payment.updated", "payout.updated"];

const wants = ({ events, payload }: Choice, type: unknown): boolean =>
  (events ?? (payload === "service" ? WITH_SERVICE_PAYLOAD : DEFAULT_EVENTS)).includes(String(type));

/** Before the request goes out: it may be done although its answer is lost. */
export function noteAsked(
  simulation: Simulation,
  merchantId: string,
  { events, payload }: { events?: readonly string[] | null; payload?: string },
): void {
  const { asked } = knownIn(simulation);
  const values = asked.get(merchantId) ?? new Set();
  asked.set(merchantId, values);
  if (events !== undefined) values.add(eventsOf(events ?? undefined));
  if (payload !== undefined) values.add(payload);
}

/** In no order, as choices are. */
const eventsOf = (events: readonly string[] | undefined): string =>
  events ? JSON.stringify([...events].sort()) : "the nine";

/** Of every write of a merchant: no URL is there twice, and its own endpoint has a choice that was asked for. */
export function checkEndpoints(simulation: Simulation, before: Item | undefined, merchant: Item): void {
  const merchantId = String(merchant.merchantId);
  const endpoints = endpointsOf(merchant);
  const urls = endpoints.map(({ url }) => url);
  if (new Set(urls.map((one) => new URL(one).href)).size < urls.length)
    simulation.violate("choice", `two endpoints of ${merchantId} have the same URL: ${urls}`);
  const moment = { since: simulation.clock.now, endpoints };
  const is = endpointAt(moment, endpointIdOf(merchantId));
  const was = before && endpointAt({ ...moment, endpoints: endpointsOf(before) }, endpointIdOf(merchantId));
  const isAsked = (value: string) => knownIn(simulation).asked.get(merchantId)?.has(value) ?? false;
  if (was && is && eventsOf(was.events) !== eventsOf(is.events) && !isAsked(eventsOf(is.events)))
    simulation.violate("choice", `${merchantId} is to be told of ${eventsOf(is.events)}, and never asked to`);
  if (was && is && was.payload !== is.payload && !isAsked(is.payload))
    simulation.violate("choice", `${merchantId} has the payload ${is.payload}, and never asked for it`);
  momentsOf(simulation, merchantId).push(moment);
}

const UPDATES = ["payment.updated", "payout.updated", "account.updated"];

/** Whether a merchant's own endpoint was to hear of every change of a payment, a payout and its account, all the time. */
export const hearsEveryVersion = (simulation: Simulation, merchantId: string): boolean => {
  const moments = momentsOf(simulation, merchantId);
  const isFull = (moment: Moment) => {
    const own = endpointAt(moment, endpointIdOf(merchantId));
    return own?.payload === "service" && UPDATES.every((type) => wants(own, type));
  };
  return moments.length > 0 && moments.every(isFull);
};

/**
 * Whether there is nothing to render: of the merchant's own charges, and of an account that was taken away. Nor of an
 * account under the processor's payload, where the processor has sent no bytes of it. Or the endpoint is gone.
 */
function hasNoWords(moments: readonly Moment[], { eventId, type, svcPaymentId, source }: Item, id: string) {
  const event = partsOf().table.peek(eventKey(String(eventId)));
  const isOwnAccounts = type === "account.updated" && (event?.source ?? source) === "service";
  const wordless: readonly string[] = isOwnAccounts ? PAYLOADS : ["service"];
  return moments.some((moment) => {
    const endpoint = endpointAt(moment, id);
    return !endpoint || (svcPaymentId === undefined && wordless.includes(endpoint.payload));
  });
}

/** Of an event that comes onto record: it names the endpoints that have chosen it. */
export function checkNamed(simulation: Simulation, event: Item): void {
  const { eventId, type, merchantId } = event;
  if (type === TEST_EVENT_TYPE) return;
  const moments = momentsOfWriter(simulation, merchantId);
  const isWanted = (id: string) => (moment: Moment) => {
    const endpoint = endpointAt(moment, id);
    return endpoint !== undefined && wants(endpoint, type);
  };
  const named = (event.endpoints ?? []) as string[];
  for (const id of named)
    if (!moments.some(isWanted(id)))
      simulation.violate("choice", `${eventId} (${type}) names ${id}, which has not chosen it`);
  for (const { endpointId, events } of moments.flatMap(({ endpoints }) => endpoints)) {
    if (events) simulation.reach(named.includes(endpointId) ? "events chosen" : "events not chosen");
    if (named.includes(endpointId)) continue;
    knownIn(simulation).silent.add(`${eventId} ${endpointId}`);
    if (moments.every(isWanted(endpointId)) && !hasNoWords(moments, event, endpointId))
      simulation.violate("choice", `${eventId} (${type}) is chosen by ${endpointId}, and does not name it`);
  }
}

/** Of a delivery that ends because the payload of now has no words for its event. */
export function checkSilenced(simulation: Simulation, before: Item | undefined, delivery: Item): void {
  const { eventId, type, merchantId, endpointId } = delivery;
  if (type === TEST_EVENT_TYPE || delivery.erasedAt !== undefined) return;
  if (delivery.delivery !== "none" || before?.delivery === "none") return;
  if (!hasNoWords(momentsOfWriter(simulation, merchantId), delivery, String(endpointId)))
    simulation.violate("choice", `${eventId} (${type}) falls silent, and could have been told`);
}

const ASKED_BY = ["redeliver-event", "operator"];

/** An event that was not chosen names the endpoint only when somebody asks for it. */
export function checkAdded(simulation: Simulation, before: Item, after: Item): void {
  const namesIn = ({ endpoints }: Item) => (endpoints ?? []) as string[];
  for (const id of namesIn(after)) {
    if (namesIn(before).includes(id)) continue;
    if (!ASKED_BY.includes(simulation.writer?.name ?? ""))
      simulation.violate("choice", `${after.eventId} is to be sent by ${simulation.writer?.name}`);
    knownIn(simulation).silent.delete(`${after.eventId} ${id}`);
  }
}

/** Types of our own have one body under both payloads. */
const isOwnType = (name: string): boolean =>
  name === TEST_EVENT_TYPE || (isChoosable(name) && EVENT_TYPES[name].maker === "service");

type Posted = { url: string; eventId: string; type: string; payload: string; since: number };

/** Of a body that reaches an endpoint. What was not chosen is sent when it is asked for by force, and not before. */
export function checkPosted(simulation: Simulation, merchantId: string, posted: Posted): void {
  const { url, eventId, type, payload, since } = posted;
  const there = momentsSince(simulation, merchantId, since)
    .flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => endpoint.url === url);
  if (there.every(({ disabled }) => disabled))
    simulation.violate("choice", `${eventId} is sent to ${url}, where no endpoint is enabled`);
  if (!there.some((endpoint) => endpoint.payload === payload) && !isOwnType(type))
    simulation.violate("choice", `${eventId} is sent to ${url} in the payload ${payload}, not chosen there`);
  const isUnasked = ({ endpointId }: Endpoint) =>
    knownIn(simulation).silent.has(`${eventId} ${endpointId}`) &&
    Number(partsOf().table.peek(deliveryKey(eventId, endpointId))?.deliveryRound ?? 1) === 1;
  if (there.length > 0 && there.every(isUnasked))
    simulation.violate("choice", `${eventId} was not chosen at ${url}, and is sent without being asked for`);
}

/**
 * I5 and I11 of what stands at the end: every event that names an enabled endpoint has a delivery that came to an end,
 * and the receiver of a second one, which keeps the highest version, has what retrieving shows.
 */
export function checkEndpointsAtEnd(simulation: Simulation, merchant: SimulatedMerchant): void {
  const { merchantId, server, books, trial } = merchant;
  for (const { endpointId, url, disabled } of momentsOf(simulation, merchantId).at(-1)?.endpoints ?? []) {
    const isTried = trial?.urls.includes(url) ?? false;
    // One that is tried may be left paused; the others were all enabled again.
    if (isTried && disabled) continue;
    if (isTried) simulation.reach("changing endpoints that stand at the end");
    const receiver = [server, books].find((one) => one?.endpointId === endpointId) ?? trial;
    checkDeliveriesTo(simulation, { merchantId, endpointId }, receiver?.accepted ?? new Set());
  }
  if (!books) return;
  const untaken = deliveriesTo(merchantId, books.endpointId).filter(({ delivery }) => delivery === "dead");
  checkCopies(simulation, books.copies, {
    who: "receiver",
    merchantIds: new Set([merchantId]),
    isLeftOut: (subject) => untaken.some((delivery) => isAboutSubject(delivery, subject)),
  });
}

/** Longer than eight attempts take. */
const LADDER_MS = 40 * 3_600_000;

/** Deadlines and payouts come days later: the event that tells of one may be in the middle of its attempts. */
export const isToldLately = ({ sk, eventSort, roundStartedAt }: Item, now: number): boolean =>
  sk === "EVENT"
    ? timeOfSort(String(eventSort)) > now - LADDER_MS
    : String(sk).startsWith("DELIVERY#") && Number(roundStartedAt) > now - LADDER_MS;

const deliveriesTo = (merchantId: string, endpointId: string): Item[] =>
  partsOf()
    .table.all()
    .filter((item) => item.merchantId === merchantId && item.sk === `DELIVERY#${endpointId}`);

function checkDeliveriesTo(
  simulation: Simulation,
  { merchantId, endpointId }: { merchantId: string; endpointId: string },
  accepted: ReadonlySet<string>,
): void {
  const byEvent = new Map(deliveriesTo(merchantId, endpointId).map((delivery) => [delivery.pk, delivery]));
  const letters = partsOf().queues.of("dead-letters");
  for (const event of partsOf().table.all()) {
    if (event.sk !== "EVENT" || event.merchantId !== merchantId) continue;
    if (!((event.endpoints ?? []) as string[]).includes(endpointId)) continue;
    const { delivery, ...record } = byEvent.get(event.pk) ?? {};
    const eventId = String(event.eventId);
    const isDeadWithLetter =
      delivery === "dead" && letters.some(({ body }) => body.includes(eventId) && body.includes(endpointId));
    // Whether it may be silent was checked when it was written.
    const hasEnded =
      delivery === "none" || isDeadWithLetter || (delivery === "delivered" && accepted.has(eventId));
    if (delivery === "pending" && isToldLately(record, simulation.clock.now)) continue;
    if (!hasEnded) simulation.violate("I5", `${eventId} (${event.type}) ends ${delivery} at ${endpointId}`);
  }
}
