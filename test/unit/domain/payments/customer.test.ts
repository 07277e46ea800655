import { expect, it } from "vitest";
import { notSavable } from "../../../../shared/domain/payments/customer.ts";

it.each([
  ["nothing is to be saved", {}, true],
  ["nothing is to be saved, for whomever", { customerRef: "c-1" }, true],
  ["it is saved for a customer", { savePaymentMethod: "off_session", customerRef: "cus_1" }, true],
  ["it is saved for nobody", { savePaymentMethod: "off_session" }, false],
  ["it is saved for the merchant's own reference", { savePaymentMethod: "x", customerRef: "c-1" }, false],
])("a payment where %s: %j is allowed: %s", (_, given, isAllowed) => {
  expect(notSavable(given)?.extras.errors?.[0]?.pointer).toBe(isAllowed ? undefined : "/savePaymentMethod");
});
