import {
  EVENT_TYPES,
  isChoosable,
  PAYLOADS,
  type Payload,
  TEST_EVENT_TYPE,
} from "../../../shared/domain/events/event-types.ts";
import { eventKey } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

/*
 * What each endpoint has chosen, and since when, kept beside the ledger. A function acts on the choice that it has read,
 * so any choice counts that stood at a moment since the function began: an event that is recorded is sent if and only if
 * one of them wants it, and its body is of a payload that one of them names. What was left out of a choice stays.
 */

export type Choice = { since: number; events: readonly string[] | undefined; payload: Payload };

type Known = {
  choices: Map<string, Choice[]>;
  /** What merchants have asked for, by merchant: nothing else ever becomes a choice. */
  asked: Map<string, Set<string>>;
  /** Events that were recorded as not to be sent. */
  silent: Set<string>;
};

const known = new WeakMap<Simulation, Known>();

function knownIn(simulation: Simulation): Known {
  const standing = known.get(simulation) ?? { choices: new Map(), asked: new Map(), silent: new Set() };
  known.set(simulation, standing);
  return standing;
}

/** Section 6.1 of the specification. */
const NINE = [
  "payment_intent.succeeded",
  "payment_intent.processing",
  "payment_intent.payment_failed",
  "payment_intent.amount_capturable_updated",
  "payment_intent.canceled",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
  "account.updated",
];

/** With the service payload also what a receiver needs to keep its copies current. */
export const wants = ({ events, payload }: Omit<Choice, "since">, type: unknown): boolean =>
  (
    events ?? (payload === "service" ? [...NINE, "refund.failed", "payment.updated", "payout.updated"] : NINE)
  ).includes(String(type));

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

export function checkChoice(simulation: Simulation, before: Item | undefined, after: Item): void {
  const { choices, asked } = knownIn(simulation);
  const merchantId = String(after.merchantId);
  const is = choiceIn(simulation, after);
  // An erased merchant has no endpoint any more.
  const was = before && ownEndpointOf(after) ? choiceIn(simulation, before) : undefined;
  const values = asked.get(merchantId);
  if (was && eventsOf(was.events) !== eventsOf(is.events) && !values?.has(eventsOf(is.events)))
    simulation.violate("choice", `${merchantId} is to be told of ${eventsOf(is.events)}, and never asked to`);
  if (was && was.payload !== is.payload && !values?.has(is.payload))
    simulation.violate("choice", `${merchantId} has the payload ${is.payload}, and never asked for it`);
  choices.set(merchantId, [...(choices.get(merchantId) ?? []), is]);
}

type StoredChoice = { endpointId: string; events?: string[]; payload?: Payload };

/** Of the merchant's own server, which it begins the day with. */
const ownEndpointOf = ({ merchantId, callbackEndpoints }: Item): StoredChoice | undefined =>
  (callbackEndpoints as { list: StoredChoice[] } | undefined)?.list.find(
    ({ endpointId }) => endpointId === endpointIdOf(String(merchantId)),
  );

function choiceIn(simulation: Simulation, merchant: Item): Choice {
  const { events, payload = "processor" } = ownEndpointOf(merchant) ?? { events: [] };
  return { since: simulation.clock.now, events, payload };
}

/** Whether an endpoint was to hear of every change of a payment, a payout and its account, all the time. */
export const hearsEveryVersion = (simulation: Simulation, merchantId: string): boolean => {
  const choices = knownIn(simulation).choices.get(merchantId) ?? [];
  const isFull = (choice: Choice) =>
    choice.payload === "service" && UPDATES.every((type) => wants(choice, type));
  return choices.length > 0 && choices.every(isFull);
};

const UPDATES = ["payment.updated", "payout.updated", "account.updated"];

/** Those that stood at some moment since a function began. */
function standing(simulation: Simulation, merchantId: unknown, since: number): Choice[] {
  const choices = knownIn(simulation).choices.get(String(merchantId)) ?? [];
  return choices.filter((_, place) => (choices[place + 1]?.since ?? Number.POSITIVE_INFINITY) >= since);
}

/** Of an event that comes onto record, or whose delivery ends because the payload of now has no words for it. */
export function checkDeliveryChosen(simulation: Simulation, before: Item | undefined, after: Item): void {
  const { eventId, type, merchantId, svcPaymentId } = after;
  if (type === TEST_EVENT_TYPE || after.erasedAt !== undefined) return;
  const choices = standing(simulation, merchantId, simulation.writer?.startedAt ?? simulation.clock.now);
  // Of the merchant's own charges, and of an account that was taken away, there is nothing to render.
  // Nor of an account under the processor's payload, where the processor has sent no bytes of it.
  const { source } = partsOf().table.peek(eventKey(String(eventId))) ?? after;
  const isOwnAccounts = type === "account.updated" && source === "service";
  const wordless: readonly string[] = isOwnAccounts ? PAYLOADS : ["service"];
  const hasNoWords = svcPaymentId === undefined && choices.some(({ payload }) => wordless.includes(payload));
  if (after.sk !== "EVENT") {
    if (after.delivery === "none" && before?.delivery !== "none" && !hasNoWords)
      simulation.violate("choice", `${eventId} (${type}) falls silent, and could have been told`);
    return;
  }
  const isSilent = !((after.endpoints ?? []) as string[]).includes(endpointIdOf(String(merchantId)));
  if (isSilent) knownIn(simulation).silent.add(String(eventId));
  if (isSilent && !hasNoWords && choices.every((choice) => wants(choice, type)))
    simulation.violate("choice", `${eventId} (${type}) is chosen, and is not to be sent`);
  if (!isSilent && !choices.some((choice) => wants(choice, type)))
    simulation.violate("choice", `${eventId} (${type}) is not chosen, and is to be sent`);
  if (choices.some(({ events }) => events !== undefined))
    simulation.reach(isSilent ? "events not chosen" : "events chosen");
}

const ASKED_BY = ["redeliver-event", "operator"];

/** An event that was not chosen names the endpoint when somebody asks for it, or begins again with its payment. */
export function checkAdded(simulation: Simulation, before: Item, after: Item): void {
  const own = endpointIdOf(String(after.merchantId));
  const names = ({ endpoints }: Item) => ((endpoints ?? []) as string[]).includes(own);
  if (names(before) || !names(after)) return;
  if (after.finishedAt !== undefined && !ASKED_BY.includes(simulation.writer?.name ?? ""))
    simulation.violate("choice", `${after.eventId} is to be sent by ${simulation.writer?.name}`);
  knownIn(simulation).silent.delete(String(after.eventId));
}

/** Types of our own have one body under both payloads. */
export const isOwnType = (name: string): boolean =>
  name === TEST_EVENT_TYPE || (isChoosable(name) && EVENT_TYPES[name].maker === "service");

type Posted = { eventId: string; deliveryRound: number; type: unknown; payload: Payload; since: number };

/** Of a body that reaches a merchant. What was not chosen is sent when it is asked for by force, and not before. */
export function checkPosted(simulation: Simulation, merchantId: string, posted: Posted): void {
  const { eventId, deliveryRound, type, payload, since } = posted;
  if (deliveryRound === 1 && knownIn(simulation).silent.has(eventId))
    simulation.violate("choice", `${eventId} was not chosen, and is sent without being asked for`);
  const choices = standing(simulation, merchantId, since);
  const isNamed = choices.some((choice) => choice.payload === payload);
  if (!isNamed && !(isOwnType(String(type)) && payload === "service"))
    simulation.violate("choice", `${eventId} is sent in the payload ${payload}, which was not chosen`);
}
