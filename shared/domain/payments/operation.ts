import type { Failure } from "../failure.ts";
import type { HistoryEntry } from "./history.ts";
import type { Payment } from "./payment.ts";
import type { RefundFacts } from "./refund.ts";
import { isPaid } from "./status.ts";

/** What the caller asks for. */
export type CaptureWish = { amountCents?: number | undefined };
export type RefundWish = {
  amountCents?: number | undefined;
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | undefined;
  /** undefined where there is no fee: the processor refuses the parameter then. */
  refundApplicationFee?: boolean | undefined;
};
export type CancelWish = {
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | "abandoned" | undefined;
};

/**
 * What was decided, frozen in the claim: every resume does the same, whatever the settings or the ledger say by then.
 * A decision is itself a wish, whose amount is spelled out.
 */
export type Capture = CaptureWish & { kind: "capture"; amountCents: number; applicationFeeCents: number };
export type Refund = RefundWish & { kind: "refund"; amountCents: number };
export type Cancel = CancelWish & { kind: "cancel" };
export type ToDo = Capture | Refund | Cancel;

/** Nothing was left to be done. */
export type NothingLeft = { kind: "already_captured" | "already_canceled" };
export type Refused = { kind: "refused"; failure: Failure };

export type Decision<D extends ToDo> = D | NothingLeft | Refused;

export const isRefused = (decision: { kind: string }): decision is Refused => decision.kind === "refused";

export const isNothingLeft = (decision: { kind: string }): decision is NothingLeft =>
  decision.kind === "already_captured" || decision.kind === "already_canceled";

/** Whether the ledger itself shows that nothing was left to be done. */
export const isShownDone = ({ status }: Payment, { kind }: { kind: string }): boolean =>
  kind === "already_canceled" ? status === "canceled" : isPaid(status);

/** How an operation stands in the payment's story. */
export const entryOf = (
  decided: ToDo,
  { payment, ...call }: { payment: Payment; operationId: string; at: number; traceId: string },
  refund: RefundFacts | undefined,
): HistoryEntry => ({
  at: call.at,
  operation: decided.kind,
  operationId: call.operationId,
  amountCents: decided.kind === "cancel" ? payment.amountCents : decided.amountCents,
  ...(refund && refund.status !== "succeeded" && { refundStatus: refund.status }),
  traceId: call.traceId,
});
