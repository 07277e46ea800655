import type { RefundBody } from "./operation.ts";
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

/** What was done to the payment. It rides along in the write that is made anyway. */
export type HistoryEntry = CallEntry | ReconciledEntry | FeeReturnEntry;

/** By an API call. */
export type CallEntry = {
  at: number;
  operation: "create" | "charge" | "capture" | "cancel" | "refund";
  /** A resumed operation may be written twice; it happened once. */
  operationId: string;
  amountCents: number;
  /** Of a refund that was not settled at once: pending or requires_action, as the processor called it. */
  refundStatus?: string;
  /** Of a refund, where one was given. */
  reason?: NonNullable<RefundBody["reason"]>;
  traceId: string;
};

/** By a statement that found the ledger behind the processor. */
export type ReconciledEntry = {
  at: number;
  operation: "reconciled";
  operationId: string;
  before: PaymentFacts;
  after: PaymentFacts;
  /** Why no event has told: its metadata at the processor no longer names the payment. */
  reason?: "edited_metadata";
  traceId: string;
};

/** What of the platform's fee has come back in all, as a statement found it. There is one: a later one takes its place. */
export type FeeReturnEntry = {
  at: number;
  operation: "fee_returned";
  operationId: "fee_returned";
  amountCents: number;
  traceId: string;
};
