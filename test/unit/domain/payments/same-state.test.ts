import { expect, it } from "vitest";
import { type PaymentState, projectIntent, sameState } from "../../../../shared/domain/payments/payment.ts";
import { aSnapshot } from "../../../support/payments.ts";

const STATE = projectIntent(aSnapshot());
const OTHER: PaymentState = {
  status: "canceled",
  amountCents: 999,
  applicationFeeCents: 54,
  refundedCents: 1,
  processorPaymentIntentId: "pi_2",
  processorChargeId: null,
  captureBefore: 1,
};

it("a state is the same as its copy", () => {
  expect(sameState(STATE, { ...STATE })).toBe(true);
});

it.each(Object.keys(STATE))("a change of %s is a change", (name) => {
  expect(sameState(STATE, { ...STATE, [name]: OTHER[name as keyof PaymentState] })).toBe(false);
});
