import { expect, it } from "vitest";
import { notHeld } from "../../../../shared/domain/payments/wrong-unit.ts";

it("a payment that an Interac card may pay cannot be captured later", () => {
  const paymentMethodTypes = ["card", "interac_present"];
  expect(notHeld({ captureMethod: "manual", paymentMethodTypes })).toMatchObject({
    code: "invalid_request",
    message: "The payment method cannot be captured later.",
    extras: { errors: [{ pointer: "/captureMethod", detail: expect.stringContaining("Interac") }] },
  });
  expect(notHeld({ captureMethod: "automatic", paymentMethodTypes })).toBeUndefined();
  expect(notHeld({ captureMethod: "manual", paymentMethodTypes: ["card"] })).toBeUndefined();
  expect(notHeld({ captureMethod: "manual" })).toBeUndefined();
});
