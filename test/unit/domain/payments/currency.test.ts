import { expect, it } from "vitest";
import { isCurrency } from "../../../../shared/domain/payments/currency.ts";

it.each(["usd", "EUR", "Gbp", "jpy", "xof"])("%j is a currency in any case", (code) => {
  expect(isCurrency(code)).toBe(true);
});

it.each([
  { code: "xxx", why: "means no currency" },
  { code: "xts", why: "is for tests" },
  { code: "xau", why: "is a metal" },
  { code: "dem", why: "was withdrawn" },
  { code: "usdd", why: "has four letters" },
  { code: "us", why: "has two letters" },
  { code: " usd", why: "has a space" },
  { code: "usd eur", why: "is two of them" },
  { code: "", why: "is nothing" },
])("$code is none: it $why", ({ code }) => {
  expect(isCurrency(code)).toBe(false);
});
