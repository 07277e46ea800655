import { describe, expect, it } from "vitest";
import {
  type FeePolicy,
  type FeeSettings,
  feePolicyFault,
  feePolicyNumbered,
  feePolicyNumberOf,
  feePolicyText,
  withFeePolicy,
} from "../../../../shared/domain/payments/fee-policy.ts";

const NOTHING = { fixedCents: 0, minCents: 0, maxCents: null };

describe("a fee policy", () => {
  it.each([
    ["nothing", { bps: 0, byCurrency: {} }],
    ["everything", { bps: 10_000, byCurrency: { usd: { fixedCents: 5e6, minCents: 5e6, maxCents: 5e6 } } }],
    [
      "a maximum that is the minimum",
      { bps: 1, byCurrency: { eur: { ...NOTHING, minCents: 5, maxCents: 5 } } },
    ],
    ["steps of ten in dinars", { bps: 1, byCurrency: { kwd: { ...NOTHING, fixedCents: 100 } } }],
  ] as [string, FeePolicy][])("may be %s", (_, policy) => {
    expect(feePolicyFault(policy)).toBeUndefined();
  });

  const usd = (terms: object) => ({ bps: 250, byCurrency: { usd: { ...NOTHING, ...terms } } });

  it.each([
    [{ bps: 10_001, byCurrency: {} }, /basis points/],
    [{ bps: -1, byCurrency: {} }, /basis points/],
    [{ bps: Number.NaN, byCurrency: {} }, /basis points/],
    [{ bps: 2.5, byCurrency: {} }, /basis points/],
    [usd({ fixedCents: -1 }), /cents in usd must be whole numbers/],
    [usd({ fixedCents: Number.POSITIVE_INFINITY }), /cents in usd/],
    [usd({ minCents: 5_000_001 }), /to 5000000, the largest payment/],
    [usd({ maxCents: -1 }), /cents in usd/],
    [usd({ minCents: 50, maxCents: 49 }), /maximum in usd must not be below the minimum/],
    [{ bps: 1, byCurrency: { hrk: NOTHING } }, /hrk is not an ISO 4217 currency code/],
    [{ bps: 1, byCurrency: { USD: NOTHING } }, /USD is not an ISO 4217 currency code/],
    [{ bps: 1, byCurrency: { kwd: { ...NOTHING, fixedCents: 5 } } }, /in kwd must be multiples of 10/],
    [{ bps: 1, byCurrency: { isk: { ...NOTHING, maxCents: 50 } } }, /in isk must be multiples of 100/],
  ] as [FeePolicy, RegExp][])("is rejected: %j", (policy, says) => {
    expect(feePolicyFault(policy)).toMatch(says);
  });

  it("has at most twenty currencies, because every request reads it", () => {
    const codes = "aed afn all amd aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob brl bsd btn bwp byn".split(
      " ",
    );
    const of = (count: number) =>
      feePolicyFault({
        bps: 1,
        byCurrency: Object.fromEntries(codes.slice(0, count).map((code) => [code, NOTHING])),
      });
    expect([of(20), of(21)]).toEqual([undefined, "A policy has at most 20 currencies."]);
  });

  it.each([
    [null, "the platform's default"],
    [{ bps: 250, byCurrency: {} }, "2.5%"],
    [
      {
        bps: 290,
        byCurrency: {
          usd: { fixedCents: 30, minCents: 50, maxCents: null },
          jpy: { fixedCents: 30, minCents: 0, maxCents: 500 },
        },
      },
      "2.9% + 30 JPY / 0.30 USD, at least 0.50 USD, at most 500 JPY",
    ],
  ] as [FeePolicy | null, string][])("reads: %j", (policy, text) => {
    expect(feePolicyText(policy)).toBe(text);
  });
});

describe("a merchant's policies", () => {
  const policy = (bps: number): FeePolicy => ({ bps, byCurrency: {} });

  it("are numbered from 1, and 0 is the default", () => {
    const none: FeeSettings = { feePolicy: null };
    expect(feePolicyNumberOf(none)).toBe(0);
    const first = withFeePolicy(none, policy(100));
    const second = withFeePolicy(first, null);
    const third = withFeePolicy(second, policy(300));
    expect([first, second, third].map(feePolicyNumberOf)).toEqual([1, 2, 3]);
    expect([0, 1, 2, 3, 4].map((number) => feePolicyNumbered(third, number)?.text)).toEqual([
      "the platform's default",
      "1%",
      "the platform's default",
      "3%",
      undefined,
    ]);
  });

  it("are kept ten at a time, each under its number for good", () => {
    let settings: FeeSettings = { feePolicy: null };
    for (let bps = 100; bps <= 1500; bps += 100) settings = withFeePolicy(settings, policy(bps));
    expect(settings.feePolicies).toHaveLength(10);
    expect(feePolicyNumbered(settings, 15)?.text).toBe("15%");
    expect(feePolicyNumbered(settings, 6)?.text).toBe("6%");
    expect(feePolicyNumbered(settings, 5)).toBeUndefined();
  });
});
