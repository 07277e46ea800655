import type { PaymentStatus } from "./status.ts";

/** What is compared of a payment, and shown where it differs. */
export type PaymentFacts = {
  status: PaymentStatus;
  amountCents: number;
  refundedCents: number;
  applicationFeeCents: number;
};

export const factsOf = (state: PaymentFacts): PaymentFacts => ({
  status: state.status,
  amountCents: state.amountCents,
  refundedCents: state.refundedCents,
  applicationFeeCents: state.applicationFeeCents,
});
