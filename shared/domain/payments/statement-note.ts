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

/** What a statement notes on a payment, as the timeline shows it. It rides along in the write that is made anyway. */
export type StatementNote = ReconciledNote | FeeReturnNote;

/** The ledger was behind the processor. */
export type ReconciledNote = {
  kind: "reconciled";
  at: number;
  before: PaymentFacts;
  after: PaymentFacts;
  /** Why no event has told: its metadata at the processor no longer names the payment. */
  reason?: "edited_metadata";
  traceId: string;
};

/** What of the platform's fee has come back in all. There is one: a later one takes its place. */
type FeeReturnNote = { kind: "fee_returned"; at: number; amountCents: number; traceId: string };
