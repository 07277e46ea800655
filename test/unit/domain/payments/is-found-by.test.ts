import { expect, it } from "vitest";
import { isFoundBy } from "../../../../shared/domain/payments/is-found-by.ts";

const payment = (orderRef: string | null, amountCents = 4999, currency = "usd") => ({
  orderRef,
  customerRef: "Ada-7",
  description: "A green lamp",
  amountCents,
  currency,
});

it.each([
  ["by how its order begins", "order-10", payment("order-1042"), true],
  ["in any case", "ORDER-1", payment("order-1042"), true],
  ["by a part of its order", "dispute", payment("order-dispute-lost"), true],
  ["by its amount", "49.99", payment(null), true],
  ["by its amount with a comma", "49,99", payment(null), true],
  ["by its amount with a sign", "$49.99", payment(null), true],
  ["by a whole amount without its zeros", "50", payment(null, 5000), true],
  ["by an amount of thousands", "1250", payment(null, 125_000), true],
  ["by an amount as the list prints it", "$49,999.99", payment(null, 4_999_999), true],
  ["by thousands without decimals", "¥5,000", payment(null, 5000, "jpy"), true],
  ["by an amount without decimals", "2500", payment(null, 2500, "jpy"), true],
  ["by an amount of three decimals", "4.999", payment(null, 4999, "kwd"), true],
  ["by two of three decimals", "12.34", payment(null, 12_340, "kwd"), true],
  ["not by two of three decimals that are others", "12.34", payment(null, 12_345, "kwd"), false],
  ["not by the beginning of a whole amount", "12", payment(null, 1250, "jpy"), false],
  ["by an amount that ends in zeros", "4.990", payment(null, 4990, "kwd"), true],
  ["by an amount with a space behind its sign", "€ 49,99", payment(null, 4999, "eur"), true],
  ["by one decimal only where there is one", "49.9", payment(null, 4990), false],
  ["not by an amount with a letter", "49.99x", payment(null), false],
  ["not by an amount in another unit", "4999", payment(null), false],
  ["not where it has no order", "order", payment(null), false],
  ["by a part of its customer, in any case", "ada", payment(null), true],
  ["by words of its description", "Green", payment(null), true],
])("a search finds a payment %s", (_, search, listed, expected) => {
  expect(isFoundBy(search, listed)).toBe(expected);
});
