import { describe, expect, it } from "vitest";
import { Failure, type FailureCode, type ProcessorSays } from "../../../../shared/domain/failure.ts";
import type { Claim } from "../../../../shared/domain/payments/claim.ts";
import {
  isLookupExhausted,
  judgeFailure,
  mustLookUpFirst,
  waitAfterLookupMs,
} from "../../../../shared/domain/payments/outcome-certainty.ts";

/* The waiting times are written out here, not taken from the code. */
const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

const claim = (given: Partial<Claim>): Claim => ({
  ...{ state: "claimed", ownerToken: "ours", leaseExpiresAt: NOW, claimedAt: NOW, attemptedAt: NOW },
  ...{ attempts: 2, keyNumber: 1, ...given },
});

describe("a lookup comes before the call", () => {
  it.each([
    { attempts: 2, age: 23 * HOUR + 1, first: true, why: "resumed after more than 23 hours" },
    { attempts: 2, age: 23 * HOUR, first: false, why: "resumed within 23 hours" },
    { attempts: 9, age: 1, first: false, why: "resumed often but soon" },
    { attempts: 1, age: 48 * HOUR, first: false, why: "never resumed, so nothing was made before" },
  ])("$first, when the claim is $why", ({ attempts, age, first }) => {
    expect(mustLookUpFirst(claim({ attempts, claimedAt: NOW - age }), NOW)).toBe(first);
  });

  it("while the key is stuck", () => {
    expect(mustLookUpFirst(claim({ keyStuckAt: NOW }), NOW)).toBe(true);
  });
});

it.each<[FailureCode, ProcessorSays | undefined, string]>([
  ["payment_declined", "rejected", "rejection"],
  ["processor_rejected", "missing", "rejection"],
  ["processor_rejected", "account_lost", "turned_away"],
  ["processor_unavailable", "no_right", "turned_away"],
  ["idempotency_conflict", "key_reused", "stuck_key"],
  ["processor_unavailable", "saved_error", "stuck_key"],
  ["processor_unavailable", "nothing", "nothing"],
  ["processor_unavailable", "key_in_use", "nothing"],
  ["service_unavailable", undefined, "nothing"],
])("%s, %s: to a later attempt it says %s", (code, says, said) => {
  expect(judgeFailure(new Failure(code, code, says ? { processorSays: says } : {}))).toBe(said);
});

describe("a lookup that found nothing is in doubt", () => {
  it.each([
    ["for a quarter of an hour since the key is known to be stuck", { keyStuckAt: NOW - MINUTE }, 14],
    ["from now on, if this attempt found the key stuck", {}, 15],
    ["no longer after that", { keyStuckAt: NOW - HOUR }, 0],
  ])("%s", (_, given, minutes) => {
    expect(waitAfterLookupMs(claim(given), NOW, "stuck_key")).toBe(minutes * MINUTE);
  });

  it.each([
    ["not after a rejection while the processor knows the key", { previousAttemptAt: NOW - MINUTE }, 0],
    [
      "after a rejection on the next day, for a quarter of an hour since the attempt before",
      { claimedAt: NOW - 24 * HOUR, previousAttemptAt: NOW - MINUTE },
      14,
    ],
    ["no longer after that", { claimedAt: NOW - 24 * HOUR, previousAttemptAt: NOW - HOUR }, 0],
  ])("%s", (_, given, minutes) => {
    expect(waitAfterLookupMs(claim(given), NOW, "rejection")).toBe(minutes * MINUTE);
  });
});

it("a claim was looked for long enough two hours after its last attempt, and not a moment before", () => {
  const isExhausted = (passedMs: number) => isLookupExhausted(claim({ attemptedAt: NOW }), NOW + passedMs);
  expect([isExhausted(2 * HOUR), isExhausted(2 * HOUR - 1)]).toEqual([true, false]);
});
