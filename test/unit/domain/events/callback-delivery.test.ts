import { describe, expect, it } from "vitest";
import {
  type DeliveryStanding,
  judgeDelivery,
  MAX_ATTEMPTS,
} from "../../../../shared/domain/events/callback-delivery.ts";

const NOW = 1_700_000_000_000;

const judge = (record: Partial<DeliveryStanding>, deliveryRound = 2) =>
  judgeDelivery({ delivery: "pending", deliveryRound: 2, attempts: 0, ...record }, deliveryRound, NOW);

describe("a pending event", () => {
  it("a pending event that was never tried is due", () => {
    expect(judge({})).toEqual({ kind: "attempt" });
  });

  it("waits for its next attempt, to the millisecond", () => {
    expect(judge({ attempts: 1, nextAttemptAt: NOW + 1 })).toEqual({ kind: "wait", until: NOW + 1 });
    expect(judge({ attempts: 1, nextAttemptAt: NOW })).toEqual({ kind: "attempt" });
  });

  it("waits for the later of lease and next attempt", () => {
    const times = { leaseExpiresAt: NOW + 5, nextAttemptAt: NOW + 3 };
    expect(judge({ attempts: 1, ...times })).toEqual({ kind: "wait", until: NOW + 5 });
    expect(judge({ attempts: 1, ...times, nextAttemptAt: NOW + 9 })).toEqual({
      kind: "wait",
      until: NOW + 9,
    });
  });

  it("a pending event whose last attempt is under way waits for its lease alone, and is given up after it", () => {
    const spent = { attempts: MAX_ATTEMPTS, nextAttemptAt: NOW + 1_000_000 };
    expect(judge({ ...spent, leaseExpiresAt: NOW + 1 })).toEqual({ kind: "wait", until: NOW + 1 });
    expect(judge({ ...spent, leaseExpiresAt: NOW })).toEqual({ kind: "give_up" });
  });
});

it.each([
  ["of an older delivery round has served", 1],
  ["that is ahead of a restored ledger is let go", 3],
])("a message %s, whatever the state", (_, deliveryRound) => {
  for (const delivery of ["pending", "dead", "held", "delivered", "none"] as const)
    expect(judge({ delivery }, deliveryRound)).toEqual({ kind: "nothing" });
});

it.each([
  ["dead, its letter not noted", { delivery: "dead" }, "send_dead_letter"],
  ["dead, its letter noted", { delivery: "dead", deadLetteredAt: NOW }, "nothing"],
  ["held", { delivery: "held" }, "nothing"],
  ["delivered", { delivery: "delivered" }, "nothing"],
  ["not for callbacks", { delivery: "none" }, "nothing"],
] as const)("an event that is %s", (_, record, kind) => {
  expect(judge(record)).toEqual({ kind });
});
