import { describe, expect, it } from "vitest";
import { amountFault, amountText, isCurrency, unitsOf } from "../../../../shared/domain/payments/currency.ts";

/**
 * The golden table: every active code of ISO 4217 that is money, by how the processor counts it. It was written from the
 * two published lists and not from the code. A currency that joins or leaves is a decision: it is made here too.
 */
const HUNDREDTHS = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
  CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR JMD KES KGS KHR
  KPW KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN
  PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD
  TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`;
const WHOLE = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF";
const THOUSANDTHS_ENDING_IN_0 = "BHD JOD KWD OMR TND";
const HUNDREDTHS_ENDING_IN_00 = "ISK";
const NOT_TAKEN_YET = "UGX";

const codes = (text: string) => text.trim().split(/\s+/);

const GOLDEN = [
  ...codes(HUNDREDTHS).map((code) => ({ code, decimals: 2, stepCents: 1, example: "49.99" })),
  ...codes(WHOLE).map((code) => ({ code, decimals: 0, stepCents: 1, example: "4999" })),
  ...codes(THOUSANDTHS_ENDING_IN_0).map((code) => ({ code, decimals: 3, stepCents: 10, example: "4.999" })),
  ...codes(HUNDREDTHS_ENDING_IN_00).map((code) => ({ code, decimals: 2, stepCents: 100, example: "49.99" })),
  ...codes(NOT_TAKEN_YET).map((code) => ({ code, decimals: 2, stepCents: 1, example: "49.99" })),
];

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const ALL_CODES = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));

it("exactly the codes of the table, of all with three letters, are currencies", () => {
  expect(ALL_CODES.filter(isCurrency)).toEqual(GOLDEN.map(({ code }) => code).sort());
});

it.each(GOLDEN)("$code has $decimals decimals and goes in steps of $stepCents", (golden) => {
  const { code, decimals, stepCents, example } = golden;
  for (const written of [code, code.toLowerCase()]) {
    expect(unitsOf(written)).toEqual({ decimals, stepCents });
    expect(amountText(4999, written)).toBe(example);
  }
});

describe.each(GOLDEN.filter(({ code }) => code !== "UGX"))("an amount in $code", ({ code, stepCents }) => {
  it("is taken where it is a multiple of the step, and no other is", () => {
    const taken = [50, 51, 55, 60, 99, 100, 101, 150, 200, 4999, 5_000_000].filter(
      (amountCents) => amountFault(amountCents, code.toLowerCase()) === undefined,
    );
    const expected = {
      1: [50, 51, 55, 60, 99, 100, 101, 150, 200, 4999, 5_000_000],
      10: [50, 60, 100, 150, 200, 5_000_000],
      100: [100, 200, 5_000_000],
    }[stepCents];
    expect(taken).toEqual(expected);
  });
});

it.each([
  ["kwd", 4999, "amountCents must be a multiple of 10: the third decimal of KWD must be 0."],
  ["isk", 150, "amountCents must be a multiple of 100: the two decimals of ISK must be 00."],
  ["ugx", 100, "Payments in UGX are not supported yet."],
])("an amount that breaks the rule of %s is rejected with the rule", (currency, amountCents, rule) => {
  expect(amountFault(amountCents, currency)).toBe(rule);
});

it.each([
  [0, "usd", "0.00"],
  [5, "usd", "0.05"],
  [-5, "usd", "-0.05"],
  [-123_456, "eur", "-1234.56"],
  [7, "jpy", "7"],
  [-50, "krw", "-50"],
  [5, "kwd", "0.005"],
  [1234, "bhd", "1.234"],
])("%i in %s is written %s", (amountCents, currency, text) => {
  expect(amountText(amountCents, currency)).toBe(text);
});

it.each([
  { code: "xxx", why: "means no currency" },
  { code: "hrk", why: "was replaced by the euro" },
  { code: "usdd", why: "has four letters" },
  { code: "us", why: "has two letters" },
  { code: " usd", why: "has a space" },
  { code: "usd eur", why: "is two of them" },
  { code: "", why: "is nothing" },
])("$code is none: it $why", ({ code }) => {
  expect(isCurrency(code)).toBe(false);
});
