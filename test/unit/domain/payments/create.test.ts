import { expect, it } from "vitest";
import { whyNotCreatable } from "../../../../shared/domain/payments/create.ts";

const order = { amountCents: 4999, currency: "usd", captureMethod: "manual" } as const;

it("a payment must fit its currency's unit", () => {
  const pointerOf = (amountCents: number) =>
    whyNotCreatable({ ...order, amountCents, currency: "kwd" })?.extras.errors?.[0]?.pointer;
  expect([pointerOf(4999), pointerOf(5000)]).toEqual(["/amountCents", undefined]);
});

it("a payment that an Interac card may pay cannot be captured later", () => {
  const paymentMethodTypes = ["card", "interac_present"];
  expect(whyNotCreatable({ ...order, paymentMethodTypes })).toMatchObject({
    code: "invalid_request",
    message: "The payment method cannot be captured later.",
    extras: { errors: [{ pointer: "/captureMethod", detail: expect.stringContaining("Interac") }] },
  });
  expect(whyNotCreatable({ ...order, captureMethod: "automatic", paymentMethodTypes })).toBeUndefined();
  expect(whyNotCreatable({ ...order, paymentMethodTypes: ["card"] })).toBeUndefined();
  expect(whyNotCreatable(order)).toBeUndefined();
});

it.each([
  ["nothing is to be saved", {}, true],
  ["nothing is to be saved, for whomever", { customerRef: "c-1" }, true],
  ["it is saved for a customer", { savePaymentMethod: "off_session", customerRef: "cus_1" }, true],
  ["it is saved for nobody", { savePaymentMethod: "off_session" }, false],
  [
    "it is saved for the merchant's own reference",
    { savePaymentMethod: "off_session", customerRef: "c-1" },
    false,
  ],
] as const)("a payment where %s: %j is allowed: %s", (_, given, isAllowed) => {
  const pointer = isAllowed ? undefined : "/savePaymentMethod";
  expect(whyNotCreatable({ ...order, ...given })?.extras.errors?.[0]?.pointer).toBe(pointer);
});
