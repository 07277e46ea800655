/** The bodies of the requests. */
export type CaptureBody = { amountCents?: number | undefined };
export type RefundBody = {
  amountCents?: number | undefined;
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | undefined;
  /** undefined where there is no fee: the processor rejects the parameter then. */
  refundApplicationFee?: boolean | undefined;
};
/** A saved payment method of the payment's customer. */
export type ChargeBody = { paymentMethodId: string };
export type CancelBody = {
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | "abandoned" | undefined;
};

/**
 * What was decided. The claim stores it, and every later attempt does the same, also if settings or the payment have changed.
 * A decision is a body whose amount is set. The payment's timeline shows it once it is done.
 */
export type Capture = CaptureBody & { kind: "capture"; amountCents: number; applicationFeeCents: number };
/** `replaces`: the failed refund that it makes good. */
export type Refund = RefundBody & { kind: "refund"; amountCents: number; replaces?: string };
export type Cancel = CancelBody & { kind: "cancel"; amountCents: number };
/** `returnUrl`: the processor wants one, although it redirects no customer who is away. */
export type Charge = ChargeBody & { kind: "charge"; amountCents: number; returnUrl: string };

export type MoneyOperation = Capture | Refund | Cancel | Charge;

/**
 * Nothing is left to do: the payment is captured, canceled or paid as the caller asked. Also what a key or a debt is reserved
 * with that moves no money itself. Its claim is completed at once. Where another request did it after it was claimed, the
 * completed claim stores this in place of what was decided.
 */
export type AlreadyDone = { kind: "already_done" };
