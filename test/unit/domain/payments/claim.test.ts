import { describe, expect, it } from "vitest";
import { type Claim, judgeClaim, LEASE_MS } from "../../../../shared/domain/payments/claim.ts";

const NOW = 1_700_000_000_000;

const claim = (given: Partial<Claim> = {}): Claim & { merchantId: string } => ({
  merchantId: "mer_a",
  state: "claimed",
  fingerprint: "same",
  ownerToken: "theirs",
  leaseExpiresAt: NOW + 1,
  claimedAt: NOW,
  attemptedAt: NOW,
  attempts: 1,
  keyNumber: 1,
  ...given,
});

const ATTEMPT = { merchantId: "mer_a", fingerprint: "same", ownerToken: "ours", at: NOW };

const ended = { leaseExpiresAt: NOW };
const completed = { state: "completed", answer: { status: 201, body: new Uint8Array() } } as const;
const rejected = { state: "rejected" } as const;
const otherBody = { fingerprint: "other" };

// Scenario 3: the same key with another body.
describe("who finds a claim", () => {
  it.each([
    ["waits while the other request is in flight", claim(), "in_progress"],
    ["takes over once the lease has ended", claim(ended), "take_over"],
    ["takes over a claim that was let go of", claim({ leaseExpiresAt: 0 }), "take_over"],
    ["replays what is completed", claim(completed), "replay"],
    ["replays what is completed, whatever became of the lease", claim({ ...completed, ...ended }), "replay"],
    ["begins again after a rejection", claim(rejected), "reclaim"],
    [
      "takes nothing that was rejected since it came, because it was frozen",
      claim({ ...rejected, rejectedAt: NOW + 1 }),
      "in_progress",
    ],
    ["begins again where it came in the very moment", claim({ ...rejected, rejectedAt: NOW }), "reclaim"],
    [
      "begins again after a rejection even with another body",
      claim({ ...rejected, ...otherBody }),
      "reclaim",
    ],
    ["is rejected for another body in flight", claim(otherBody), "conflict"],
    [
      "is rejected for another body after an unknown outcome",
      claim({ ...otherBody, leaseExpiresAt: 0 }),
      "conflict",
    ],
    ["is rejected for another body when done", claim({ ...otherBody, ...completed }), "conflict"],
  ])("%s", (_, existing, verdict) => {
    expect(judgeClaim(existing, ATTEMPT)).toBe(verdict);
  });

  it.each([claim(), claim(ended), claim(completed), claim(rejected)])(
    "never gets at another merchant's, in whatever state it is",
    (existing) => {
      expect(judgeClaim({ ...existing, merchantId: "mer_b" }, ATTEMPT)).toBe("conflict");
    },
  );
});

it("outlives every invocation (25 s) and clocks that differ by 5 s each way", () => {
  expect(LEASE_MS).toBeGreaterThan(25_000 + 2 * 5_000);
});

describe("a payment that was rebuilt, and has no fingerprint,", () => {
  const { fingerprint: _, ...unknown } = claim(completed);
  const rebuilt = { ...unknown, rebuiltTerms: { amountCents: 1000, currency: "usd" } };
  const judge = (terms?: { amountCents: number; currency: string }) =>
    judgeClaim(rebuilt, { ...ATTEMPT, ...(terms && { terms }) });

  it.each([
    ["the same terms replay", { amountCents: 1000, currency: "usd" }, "replay"],
    ["another amount conflicts", { amountCents: 1001, currency: "usd" }, "conflict"],
    ["another currency conflicts", { amountCents: 1000, currency: "eur" }, "conflict"],
    ["no terms conflict", undefined, "conflict"],
  ] as const)("%s", (_name, terms, verdict) => {
    expect(judge(terms)).toBe(verdict);
  });
});
