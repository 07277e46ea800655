import {
  EVENT_TYPES,
  isChoosable,
  PAYLOADS,
  type Payload,
  TEST_EVENT_TYPE,
} from "../../../shared/domain/events/event-types.ts";
import type { Item } from "../ledger/values.ts";
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
  const was = before && after.callback ? choiceIn(simulation, before) : undefined;
  const values = asked.get(merchantId);
  if (was && eventsOf(was.events) !== eventsOf(is.events) && !values?.has(eventsOf(is.events)))
    simulation.violate("choice", `${merchantId} is to be told of ${eventsOf(is.events)}, and never asked to`);
  if (was && was.payload !== is.payload && !values?.has(is.payload))
    simulation.violate("choice", `${merchantId} has the payload ${is.payload}, and never asked for it`);
  choices.set(merchantId, [...(choices.get(merchantId) ?? []), is]);
}

function choiceIn(simulation: Simulation, { callback }: Item): Choice {
  const none = { events: [] };
  const { events, payload = "processor" } = (callback ?? none) as { events?: string[]; payload?: Payload };
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

/** Of an event that comes onto record, or falls silent because the payload of now has no words for it. */
export function checkDeliveryChosen(simulation: Simulation, before: Item | undefined, after: Item): void {
  const { eventId, type, source, delivery, merchantId, svcPaymentId } = after;
  if (type === TEST_EVENT_TYPE || after.erasedAt !== undefined) return;
  const isSilent = delivery === "none";
  if (before && (!isSilent || before.delivery === "none")) return;
  const choices = standing(simulation, merchantId, simulation.writer?.startedAt ?? simulation.clock.now);
  // Of the merchant's own charges, and of an account that was taken away, there is nothing to render.
  // Nor of an account under the processor's payload, where the processor has sent no bytes of it.
  const isOwnAccounts = type === "account.updated" && source === "service";
  const wordless: readonly string[] = isOwnAccounts ? PAYLOADS : ["service"];
  const hasNoWords = svcPaymentId === undefined && choices.some(({ payload }) => wordless.includes(payload));
  if (before && !hasNoWords)
    simulation.violate("choice", `${eventId} (${type}) falls silent, and could have been told`);
  if (before) return;
  if (isSilent) knownIn(simulation).silent.add(String(eventId));
  if (isSilent && !hasNoWords && choices.every((choice) => wants(choice, type)))
    simulation.violate("choice", `${eventId} (${type}) is chosen, and is not to be sent`);
  if (!isSilent && !choices.some((choice) => wants(choice, type)))
    simulation.violate("choice", `${eventId} (${type}) is not chosen, and is to be sent`);
  if (choices.some(({ events }) => events !== undefined))
    simulation.reach(isSilent ? "events not chosen" : "events chosen");
}

/** Types of our own have one body under both payloads. */
export const isOwnType = (name: string): boolean =>
  name === TEST_EVENT_TYPE || (isChoosable(name) && EVENT_TYPES[name].maker === "service");

type Posted = { eventId: string; generation: number; type: unknown; payload: Payload; since: number };

/** Of a body that reaches a merchant. What was not chosen is sent when it is asked for by force, and not before. */
export function checkPosted(simulation: Simulation, merchantId: string, posted: Posted): void {
  const { eventId, generation, type, payload, since } = posted;
  if (generation === 1 && knownIn(simulation).silent.has(eventId))
    simulation.violate("choice", `${eventId} was not chosen, and is sent without being asked for`);
  const choices = standing(simulation, merchantId, since);
  const isNamed = choices.some((choice) => choice.payload === payload);
  if (!isNamed && !(isOwnType(String(type)) && payload === "service"))
    simulation.violate("choice", `${eventId} is sent in the payload ${payload}, which was not chosen`);
}
