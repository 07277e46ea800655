import { expect, it } from "vitest";
import {
  EVENT_TYPES,
  FOLLOWED_EVENTS,
  isChosen,
  typeLists,
} from "../../../../shared/domain/events/event-types.ts";
import { DEFAULT_EVENTS } from "../../../support/default-events.ts";

/** The processor's list of events takes no more types in one question. */
const MAX_TYPES = 20;

it("asks each of the processor's lists of events for no more types than it takes, and for every type once", () => {
  const many = Array.from({ length: 41 }, (_, number) => `type.${number}`);
  for (const followed of [FOLLOWED_EVENTS, many, many.slice(0, 40)]) {
    const lists = typeLists(followed);
    expect(lists.flat()).toEqual(followed);
    expect(new Set(lists.flat()).size).toBe(followed.length);
    expect(Math.max(...lists.map(({ length }) => length))).toBeLessThanOrEqual(MAX_TYPES);
  }
  // A further list is a request more for each account and hour.
  expect(typeLists()).toHaveLength(1);
});

it("follows an inquiry that becomes a chargeback", () => {
  expect(FOLLOWED_EVENTS).toContain("charge.dispute.updated");
  expect(FOLLOWED_EVENTS).toContain("charge.dispute.funds_withdrawn");
});

it("tells an endpoint that has chosen nothing of the nine types of the specification, and of no other", () => {
  expect(DEFAULT_EVENTS).toEqual([
    "payment_intent.succeeded",
    "payment_intent.processing",
    "payment_intent.payment_failed",
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "charge.refunded",
    "charge.dispute.created",
    "charge.dispute.closed",
    "account.updated",
  ]);
});

it("gives no two event types the same name in the service payload", () => {
  const names = Object.values(EVENT_TYPES).map(({ service }) => service);
  expect(new Set(names).size).toBe(names.length);
});

it("an endpoint is told of what it has chosen, by default of what is on by default, and never of what nobody can choose", () => {
  expect(isChosen("refund.failed", { events: ["refund.failed"] })).toBe(true);
  expect(isChosen("charge.refunded", { events: ["refund.failed"] })).toBe(false);
  expect(isChosen("charge.refunded", { events: [] })).toBe(false);
  for (const choice of [{}, { events: null }]) {
    expect(isChosen("charge.refunded", choice)).toBe(true);
    expect(isChosen("refund.failed", choice)).toBe(false);
  }
  expect(isChosen("toString", { events: ["toString"] })).toBe(false);
});
