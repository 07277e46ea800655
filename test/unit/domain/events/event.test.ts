import { expect, it } from "vitest";
import {
  type DeliveryState,
  EVENT_TTL_SECONDS,
  judgeRedelivery,
  KEPT_ATTEMPTS,
  MAX_PENDING_TESTS,
  TEST_RESERVED_MS,
} from "../../../../shared/domain/events/event.ts";

const AT = Date.UTC(2026, 0, 5, 12);
const DAY_SECONDS = 86_400;

it("an event is kept for ninety days with its newest 24 attempts, and few tests are on their way at once", () => {
  expect(EVENT_TTL_SECONDS).toBe(90 * DAY_SECONDS);
  expect(KEPT_ATTEMPTS).toBe(24);
  expect(MAX_PENDING_TESTS).toBe(5);
  expect(TEST_RESERVED_MS).toBe(60_000);
});

const SUCCEEDED = { type: "payment_intent.succeeded", finishedAt: AT };
const UNFINISHED = { type: "payment_intent.succeeded" };
const ERASED = { ...SUCCEEDED, erasedAt: AT };
const FOLLOWED = { type: "payment_intent.requires_action", finishedAt: AT };
const as = (delivery: DeliveryState) => ({ delivery });

it.each([
  ["a dead one is sent", SUCCEEDED, as("dead"), false, "send"],
  ["a held one is sent", SUCCEEDED, as("held"), false, "send"],
  ["a dead one is sent before its event is finished", UNFINISHED, as("dead"), false, "send"],
  ["one on its way is not sent twice", SUCCEEDED, as("pending"), false, "on_its_way"],
  ["one on its way is not sent twice, not even by force", SUCCEEDED, as("pending"), true, "on_its_way"],
  ["what is not finished is on its way", UNFINISHED, undefined, true, "on_its_way"],
  ["a delivered one is rejected", SUCCEEDED, as("delivered"), false, "delivered_already"],
  ["a delivered one is sent by force", SUCCEEDED, as("delivered"), true, "send"],
  ["one that was not chosen is rejected", SUCCEEDED, undefined, false, "not_chosen"],
  ["one that was not chosen is sent by force", SUCCEEDED, undefined, true, "send"],
  ["one that showed nothing is sent by force", SUCCEEDED, as("none"), true, "send"],
  ["an erased one is never sent", ERASED, as("none"), true, "not_deliverable"],
  ["one that only the ledger follows is never sent", FOLLOWED, undefined, true, "not_deliverable"],
] as const)("whether an event may be sent again: %s", (_, event, delivery, force, verdict) => {
  expect(judgeRedelivery(event, delivery, force)).toBe(verdict);
});
