import { expect, it } from "vitest";
import { whyNotCreatable } from "../../../../shared/domain/payments/create.ts";

const order = { amountCents: 4999, currency: "usd", captureMethod: "manual" } as const;

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
