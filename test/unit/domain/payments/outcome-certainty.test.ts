import { expect, it } from "vitest";
import { Failure, type FailureCode, type ProcessorSays } from "../../../../shared/domain/failure.ts";
import type { Claim } from "../../../../shared/domain/payments/claim.ts";
import {
  isKeyOld,
  isLookupExhausted,
  judgeFailure,
} from "../../../../shared/domain/payments/outcome-certainty.ts";

/* The waiting times are written out here, not taken from the code. */
const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

const claim = (given: Partial<Claim>): Claim => ({
  ...{ state: "claimed", ownerToken: "ours", leaseExpiresAt: NOW, claimedAt: NOW, attemptedAt: NOW },
  ...{ attempts: 2, keyNumber: 1, ...given },
});

it.each([
  { age: 23 * HOUR + 1, old: true },
  { age: 23 * HOUR, old: false },
])("a key is old 23 hours after its first use: $age", ({ age, old }) => {
  expect(isKeyOld(claim({ claimedAt: NOW - age }), NOW)).toBe(old);
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

it("a claim was looked for long enough two hours after its last attempt, and not a moment before", () => {
  const isExhausted = (passedMs: number) => isLookupExhausted(claim({ attemptedAt: NOW }), NOW + passedMs);
  expect([isExhausted(2 * HOUR), isExhausted(2 * HOUR - 1)]).toEqual([true, false]);
});
