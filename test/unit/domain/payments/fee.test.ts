import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FeePolicy, FeeTerms } from "../../../../shared/domain/payments/fee-policy.ts";
import { applicationFeeCents, capturedFeeCents } from "../../../../shared/domain/payments/fee-policy.ts";

/** Each property is tried on as many random cases. */
const CASES = { numRuns: 2_000 };

/** One of every kind: hundredths, whole, thousandths that end in 0, hundredths that end in 00. */
const STEPS = { usd: 1, jpy: 1, kwd: 10, isk: 100 } as const;
type Currency = keyof typeof STEPS;
const currencies = fc.constantFrom(...(Object.keys(STEPS) as Currency[]));
const multiples = (step: number, min: number, max: number) =>
  fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((count) => count * step);

const terms = (step: number): fc.Arbitrary<FeeTerms> =>
  fc.record({
    fixedCents: multiples(step, 0, 1_000),
    minCents: multiples(step, 0, 500),
    maxCents: fc.option(multiples(step, 500, 100_000), { nil: null }),
  });

const shares = fc.integer({ min: 0, max: 10_000 });

/** With terms of its own for the currency, or with the share alone. */
const policies = (currency: Currency): fc.Arbitrary<FeePolicy> =>
  fc
    .tuple(shares, terms(STEPS[currency]), terms(1), fc.boolean())
    .map(([bps, own, chf, hasOwn]) => ({ bps, byCurrency: hasOwn ? { [currency]: own, chf } : { chf } }));

const cases = currencies.chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    policy: policies(currency),
    amountCents: multiples(STEPS[currency], 50, 5_000_000),
  }),
);

/** Long division, as by hand: the whole part, and one more when the rest is at least half. */
function exactHalfUp(numerator: bigint, denominator: bigint): number {
  const whole = numerator / denominator;
  return Number((numerator % denominator) * 2n >= denominator ? whole + 1n : whole);
}

describe("the fee of a payment", () => {
  const usd = (given: Partial<FeeTerms>, bps = 0): FeePolicy => ({
    bps,
    byCurrency: { usd: { fixedCents: 0, minCents: 0, maxCents: null, ...given } },
  });

  it.each([
    { amount: 4999, policy: usd({ fixedCents: 30 }, 250), fee: 155, why: "124.975 rounds up, plus 30" },
    { amount: 100, policy: usd({}, 250), fee: 3, why: "2.5 rounds up" },
    { amount: 98, policy: usd({}, 250), fee: 2, why: "2.45 rounds down" },
    { amount: 100, policy: usd({ minCents: 40 }, 100), fee: 40, why: "the minimum lifts it" },
    { amount: 100_000, policy: usd({ maxCents: 500 }, 1000), fee: 500, why: "the maximum cuts it" },
    { amount: 50, policy: usd({ fixedCents: 100 }), fee: 49, why: "the merchant keeps a cent" },
    { amount: 50, policy: usd({}, 10_000), fee: 49, why: "even of a policy that takes it all" },
    { amount: 5_000_000, policy: usd({}), fee: 0, why: "there is no fee" },
    { amount: 50, policy: usd({}, 50), fee: 0, why: "0.25 is no fee, as it never was" },
    { amount: 100, policy: usd({ maxCents: 0 }, 250), fee: 0, why: "the maximum is nothing" },
  ])("the fee of a payment of $amount usd is $fee: $why", ({ amount, policy, fee }) => {
    expect(applicationFeeCents(amount, "usd", policy)).toBe(fee);
  });

  const both: FeePolicy = {
    bps: 290,
    byCurrency: {
      usd: { fixedCents: 30, minCents: 0, maxCents: null },
      kwd: { fixedCents: 100, minCents: 0, maxCents: null },
    },
  };

  it.each([
    { amount: 1000, currency: "usd", policy: both, fee: 59, why: "29 and 0.30 dollars" },
    { amount: 1000, currency: "USD", policy: both, fee: 59, why: "a code is the same in any case" },
    { amount: 1000, currency: "jpy", policy: both, fee: 29, why: "without an entry the share alone" },
    { amount: 1000, currency: "kwd", policy: both, fee: 130, why: "129 rounds to a step of 10" },
    { amount: 1550, currency: "bhd", policy: both, fee: 40, why: "44.95 rounds once, to 40" },
    { amount: 60, currency: "kwd", policy: both, fee: 50, why: "the merchant keeps a step" },
    { amount: 1000, currency: "isk", policy: both, fee: 100, why: "29 is a fee, so at least a step" },
    { amount: 100, currency: "isk", policy: both, fee: 0, why: "there is no room for a fee below one step" },
    { amount: 5000, currency: "isk", policy: both, fee: 100, why: "145 rounds down to a step of 100" },
  ])("the fee of a payment of $amount $currency is $fee: $why", ({ amount, currency, policy, fee }) => {
    expect(applicationFeeCents(amount, currency, policy)).toBe(fee);
  });

  it("is a multiple of the step, from nothing to the amount less a step", () => {
    fc.assert(
      fc.property(cases, ({ currency, policy, amountCents }) => {
        const step = STEPS[currency];
        const fee = applicationFeeCents(amountCents, currency, policy);
        expect(fee % step).toBe(0);
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThanOrEqual(amountCents - step);
      }),
      CASES,
    );
  });

  it("does not shrink when the amount grows", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 1000 }), ({ currency, policy, amountCents }, steps) => {
        const more = amountCents + steps * STEPS[currency];
        expect(applicationFeeCents(more, currency, policy)).toBeGreaterThanOrEqual(
          applicationFeeCents(amountCents, currency, policy),
        );
      }),
      CASES,
    );
  });

  it("stays between the currency's minimum and maximum unless the amount is too small for them", () => {
    const own = currencies.chain((currency) =>
      fc.tuple(
        fc.constant(currency),
        shares,
        terms(STEPS[currency]),
        multiples(STEPS[currency], 50, 5_000_000),
      ),
    );
    fc.assert(
      fc.property(own, ([currency, bps, given, amount]) => {
        const fee = applicationFeeCents(amount, currency, { bps, byCurrency: { [currency]: given } });
        expect(fee).toBeGreaterThanOrEqual(Math.min(given.minCents, amount - STEPS[currency]));
        expect(fee).toBeLessThanOrEqual(given.maxCents ?? amount);
      }),
      CASES,
    );
  });

  it("is exact where nothing bounds it", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 5_000 }), ({ currency, amountCents }, bps) => {
        const step = BigInt(STEPS[currency]);
        const exact = exactHalfUp(BigInt(amountCents) * BigInt(bps), 10_000n * step) * Number(step);
        fc.pre(exact > 0 && exact < amountCents);
        expect(applicationFeeCents(amountCents, currency, { bps, byCurrency: {} })).toBe(exact);
      }),
      CASES,
    );
  });
});

describe("the fee of a capture", () => {
  const captures = currencies.chain((currency) =>
    multiples(STEPS[currency], Math.max(50, 2 * STEPS[currency]), 5_000_000).chain((orderedCents) =>
      fc.record({
        agreed: fc.record({
          currency: fc.constant(currency),
          orderedCents: fc.constant(orderedCents),
          feeCents: multiples(STEPS[currency], STEPS[currency], orderedCents - STEPS[currency]),
        }),
        capturedCents: multiples(STEPS[currency], STEPS[currency], 2 * orderedCents),
        step: fc.constant(STEPS[currency]),
      }),
    ),
  );

  it.each([
    { fee: 155, ordered: 4999, captured: 2500, currency: "usd", scaled: 78, why: "77.52 rounds up" },
    { fee: 5, ordered: 100, captured: 50, currency: "usd", scaled: 3, why: "2.5 rounds up" },
    { fee: 5, ordered: 100, captured: 49, currency: "usd", scaled: 2, why: "2.45 rounds down" },
    { fee: 5, ordered: 100, captured: 1, currency: "usd", scaled: 1, why: "a fee never scales away" },
    { fee: 0, ordered: 100, captured: 50, currency: "usd", scaled: 0, why: "no fee stays no fee" },
    { fee: 5, ordered: 100, captured: 120, currency: "usd", scaled: 5, why: "never more than agreed" },
    { fee: 130, ordered: 1000, captured: 500, currency: "kwd", scaled: 70, why: "65 rounds up to a step" },
    { fee: 130, ordered: 1000, captured: 10, currency: "kwd", scaled: 10, why: "one step keeps one step" },
    {
      fee: 155,
      ordered: 1000,
      captured: 1000,
      currency: "kwd",
      scaled: 155,
      why: "what was agreed is asked",
    },
    { fee: 5, ordered: 1000, captured: 500, currency: "kwd", scaled: 5, why: "less than a step was agreed" },
    { fee: 100, ordered: 5000, captured: 300, currency: "isk", scaled: 100, why: "at least a step" },
  ])("$fee of $ordered $currency becomes $scaled at $captured: $why", (given) => {
    const { fee: feeCents, ordered: orderedCents, currency, captured, scaled } = given;
    expect(capturedFeeCents({ feeCents, orderedCents, currency }, captured)).toBe(scaled);
  });

  it("is the exact share in steps, below what was captured, at least one step and at most what was agreed", () => {
    fc.assert(
      fc.property(captures, ({ agreed, capturedCents, step }) => {
        fc.pre(capturedCents !== agreed.orderedCents);
        const numerator = BigInt(agreed.feeCents) * BigInt(capturedCents);
        const share = exactHalfUp(numerator, BigInt(agreed.orderedCents * step)) * step;
        expect(capturedFeeCents(agreed, capturedCents)).toBe(
          Math.max(step, Math.min(agreed.feeCents, share, capturedCents - step)),
        );
      }),
      CASES,
    );
  });

  it("is a multiple of the step, and never above the fee or what was captured", () => {
    fc.assert(
      fc.property(captures, ({ agreed, capturedCents, step }) => {
        const scaled = capturedFeeCents(agreed, capturedCents);
        expect(scaled % step).toBe(0);
        expect(scaled).toBeLessThanOrEqual(Math.min(agreed.feeCents, capturedCents));
      }),
      CASES,
    );
  });

  it("does not shrink when more is captured, and is the whole fee when everything is", () => {
    fc.assert(
      fc.property(captures, ({ agreed, capturedCents, step }) => {
        const scaled = capturedFeeCents(agreed, capturedCents);
        expect(capturedFeeCents(agreed, capturedCents + step)).toBeGreaterThanOrEqual(scaled);
        expect(capturedFeeCents(agreed, agreed.orderedCents)).toBe(agreed.feeCents);
      }),
      CASES,
    );
  });
});
