import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applicationFeeCents,
  capturedFeeCents,
  type FeePolicy,
  feePolicyFault,
} from "../../../../shared/domain/payments/fee.ts";

const cents = (max: number) => fc.integer({ min: 0, max });
const amounts = fc.integer({ min: 50, max: 5_000_000 });
const policies: fc.Arbitrary<FeePolicy> = fc.record({
  bps: fc.integer({ min: 0, max: 10_000 }),
  fixedCents: cents(1_000),
  minCents: cents(500),
  maxCents: fc.option(fc.integer({ min: 500, max: 100_000 }), { nil: null }),
});

/** Long division, as by hand: the whole part, and one more when the rest is at least half. */
function exactHalfUp(numerator: bigint, denominator: bigint): number {
  const whole = numerator / denominator;
  return Number((numerator % denominator) * 2n >= denominator ? whole + 1n : whole);
}

describe("the fee of a payment", () => {
  const policy = (given: Partial<FeePolicy>) => ({
    bps: 0,
    fixedCents: 0,
    minCents: 0,
    maxCents: null,
    ...given,
  });

  it.each([
    { amount: 4999, given: { bps: 250, fixedCents: 30 }, fee: 155, why: "124.975 rounds up, plus 30" },
    { amount: 100, given: { bps: 250 }, fee: 3, why: "2.5 rounds up" },
    { amount: 98, given: { bps: 250 }, fee: 2, why: "2.45 rounds down" },
    { amount: 100, given: { bps: 100, minCents: 40 }, fee: 40, why: "the minimum lifts it" },
    { amount: 100_000, given: { bps: 1000, maxCents: 500 }, fee: 500, why: "the maximum cuts it" },
    { amount: 50, given: { fixedCents: 100 }, fee: 49, why: "the merchant keeps a cent" },
    { amount: 50, given: { bps: 10_000 }, fee: 49, why: "even of a policy that takes it all" },
    { amount: 5_000_000, given: {}, fee: 0, why: "there is no fee" },
  ])("of $amount is $fee: $why", ({ amount, given, fee }) => {
    expect(applicationFeeCents(amount, policy(given))).toBe(fee);
  });

  it("is never negative and always leaves the merchant a cent", () => {
    fc.assert(
      fc.property(amounts, policies, (amount, given) => {
        const fee = applicationFeeCents(amount, given);
        expect(Number.isInteger(fee)).toBe(true);
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThan(amount);
      }),
    );
  });

  it("stays between its minimum and its maximum unless the amount is too small for them", () => {
    fc.assert(
      fc.property(amounts, policies, (amount, given) => {
        const fee = applicationFeeCents(amount, given);
        expect(fee).toBeGreaterThanOrEqual(Math.min(given.minCents, amount - 1));
        expect(fee).toBeLessThanOrEqual(given.maxCents ?? amount);
      }),
    );
  });

  it("is exact where neither limit applies", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 5_000 }), (amount, bps) => {
        const exact = exactHalfUp(BigInt(amount) * BigInt(bps), 10_000n);
        expect(applicationFeeCents(amount, policy({ bps }))).toBe(exact);
      }),
    );
  });
});

describe("the fee of a partial capture", () => {
  const captures = amounts.chain((authorized) =>
    fc.record({
      authorized: fc.constant(authorized),
      fee: fc.integer({ min: 1, max: authorized - 1 }),
      captured: fc.integer({ min: 1, max: authorized }),
    }),
  );

  it.each([
    { fee: 155, authorized: 4999, captured: 2500, scaled: 78, why: "77.52 rounds up" },
    { fee: 5, authorized: 100, captured: 50, scaled: 3, why: "2.5 rounds up" },
    { fee: 5, authorized: 100, captured: 49, scaled: 2, why: "2.45 rounds down" },
    { fee: 5, authorized: 100, captured: 1, scaled: 1, why: "a fee never scales away" },
    { fee: 0, authorized: 100, captured: 50, scaled: 0, why: "no fee stays no fee" },
  ])("$fee of $authorized becomes $scaled at $captured: $why", ({ fee, authorized, captured, scaled }) => {
    expect(capturedFeeCents(fee, authorized, captured)).toBe(scaled);
  });

  it("is the exact share, below what was captured, and at least one cent", () => {
    fc.assert(
      fc.property(captures, ({ authorized, fee, captured }) => {
        const share = exactHalfUp(BigInt(fee) * BigInt(captured), BigInt(authorized));
        expect(capturedFeeCents(fee, authorized, captured)).toBe(Math.max(1, Math.min(share, captured - 1)));
      }),
    );
  });

  it("never exceeds the fee or what was captured", () => {
    fc.assert(
      fc.property(captures, ({ authorized, fee, captured }) => {
        expect(capturedFeeCents(fee, authorized, captured)).toBeLessThanOrEqual(Math.min(fee, captured));
      }),
    );
  });

  it("does not shrink when more is captured, and is the whole fee when everything is", () => {
    fc.assert(
      fc.property(captures, ({ authorized, fee, captured }) => {
        const scaled = capturedFeeCents(fee, authorized, captured);
        const next = Math.min(captured + 1, authorized);
        expect(capturedFeeCents(fee, authorized, next)).toBeGreaterThanOrEqual(scaled);
        expect(capturedFeeCents(fee, authorized, authorized)).toBe(fee);
      }),
    );
  });
});

describe("a fee policy", () => {
  const usual: FeePolicy = { bps: 250, fixedCents: 30, minCents: 0, maxCents: null };

  it("may be anything from nothing to everything", () => {
    fc.assert(fc.property(policies, (policy) => feePolicyFault(policy) === undefined));
    const everything = { bps: 10_000, fixedCents: 5_000_000, minCents: 5_000_000, maxCents: 5_000_000 };
    expect(feePolicyFault(everything)).toBeUndefined();
  });

  it.each([
    [{ bps: 10_001 }, /basis points/],
    [{ bps: -1 }, /basis points/],
    [{ bps: Number.NaN }, /basis points/],
    [{ bps: 2.5 }, /basis points/],
    [{ fixedCents: -1 }, /cents/],
    [{ fixedCents: Number.POSITIVE_INFINITY }, /cents/],
    [{ minCents: 5_000_001 }, /cents/],
    [{ maxCents: -1 }, /cents/],
    [{ minCents: 50, maxCents: 49 }, /maximum must not be below the minimum/],
  ])("is refused: %j", (given, says) => {
    expect(feePolicyFault({ ...usual, ...given })).toMatch(says);
  });
});
