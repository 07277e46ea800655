import { expect, it } from "vitest";
import { worstOf } from "../../../../shared/domain/events/callback-health.ts";
import type { DeliveryState } from "../../../../shared/domain/events/event.ts";

const callback = (name: string, delivery: DeliveryState, rounds: number[] = []) => ({
  name,
  delivery,
  deliveryRound: 2,
  log: rounds.map((deliveryRound) => ({ deliveryRound })),
});

/** Best first. An attempt of an earlier round says nothing about this one. */
const IN_ORDER = [
  callback("none", "none"),
  callback("delivered", "delivered", [2]),
  callback("pending", "pending", [1]),
  callback("held", "held", [2]),
  callback("retrying", "pending", [1, 2]),
  callback("dead", "dead", [2]),
];

it("takes failed before retrying, paused, pending and delivered, whichever endpoint comes first", () => {
  for (const [nth, better] of IN_ORDER.entries())
    for (const worse of IN_ORDER.slice(nth + 1)) {
      expect(worstOf([better, worse])?.name).toBe(worse.name);
      expect(worstOf([worse, better])?.name).toBe(worse.name);
    }
});

it("takes the first of equal ones", () => {
  const equal = ["one", "other"].map((name) => callback(name, "dead"));
  expect(worstOf([callback("first", "dead"), ...equal])?.name).toBe("first");
});

it("has none of an event that is sent nowhere", () => {
  expect(worstOf([])).toBeUndefined();
});
