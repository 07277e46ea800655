import { describe, expect, it } from "vitest";
import {
  type DeliveryState,
  EVENT_TTL_SECONDS,
  extendedLife,
  hasEnded,
  isNotEnqueued,
  judgeRedelivery,
  KEPT_ATTEMPTS,
  MAX_PENDING_TESTS,
  nextDeliveryRound,
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

it.each([
  ["fifteen days from now, where it would end sooner", 15 * DAY_SECONDS - 1, 15 * DAY_SECONDS],
  ["as long as before, where that is longer", 15 * DAY_SECONDS + 1, 15 * DAY_SECONDS + 1],
])("an event that is sent again stays %s", (_, before, after) => {
  const expiresAt = AT / 1000 + before;
  expect(extendedLife({ expiresAt }, AT + 999)).toBe(AT / 1000 + after);
});

it("only a pending event that was never queued is stranded", () => {
  expect(isNotEnqueued({ delivery: "pending" })).toBe(true);
  expect(isNotEnqueued({ delivery: "pending", enqueuedAt: AT })).toBe(false);
  expect(isNotEnqueued({ delivery: "held" })).toBe(false);
});

it.each([
  ["none", undefined, true],
  ["delivered", undefined, true],
  ["dead", AT, true],
  ["dead", undefined, false],
  ["pending", undefined, false],
  ["pending", AT, false],
  ["held", undefined, false],
] as [DeliveryState, number | undefined, boolean][])(
  "a callback that is %s with its letter of %s has ended: %s",
  (delivery, deadLetteredAt, is) => {
    expect(hasEnded({ delivery, deadLetteredAt })).toBe(is);
  },
);

describe("whether an event may be sent again", () => {
  const event = (delivery: DeliveryState, other: object = {}) => ({
    type: "payment_intent.succeeded",
    delivery,
    generation: 3,
    ...other,
  });

  it.each([
    ["a dead one is sent", event("dead"), false, "send"],
    ["a held one is sent", event("held"), false, "send"],
    ["a stranded one is sent", event("pending"), false, "send"],
    ["one on its way is not sent twice", event("pending", { enqueuedAt: AT }), false, "on_its_way"],
    [
      "one on its way is not sent twice, not even by force",
      event("pending", { enqueuedAt: AT }),
      true,
      "on_its_way",
    ],
    ["a delivered one is rejected", event("delivered"), false, "delivered_already"],
    ["a delivered one is sent by force", event("delivered"), true, "send"],
    ["one that was not chosen is rejected", event("none"), false, "not_chosen"],
    ["one that was not chosen is sent by force", event("none"), true, "send"],
    ["an erased one is never sent", event("none", { erasedAt: AT }), true, "not_deliverable"],
    [
      "one that only the ledger follows is never sent",
      event("none", { type: "payment_intent.requires_action" }),
      true,
      "not_deliverable",
    ],
  ] as const)("%s", (_, given, force, verdict) => {
    expect(judgeRedelivery(given, force)).toBe(verdict);
  });
});

it("a redelivery begins the next generation", () => {
  expect(nextDeliveryRound({ generation: 3 })).toBe(4);
});
