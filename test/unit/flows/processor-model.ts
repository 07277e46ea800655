import type { CaptureMethod, IntentSnapshot } from "../../../shared/domain/payments/payment.ts";
import type { IntentStatus } from "../../../shared/domain/payments/status.ts";

/** One payment at the processor, reduced to what its cumulative numbers depend on. It rejects what it would reject. */
export class ProcessorModel {
  readonly authorizedCents: number;
  readonly captureMethod: CaptureMethod;
  private readonly feeCents: number;
  private status: IntentStatus = "requires_payment_method";
  private charge: { capturedCents: number; captured: boolean; feeCents: number } | null = null;
  private readonly refunds: { cents: number; failed: boolean }[] = [];

  constructor(order: { authorizedCents: number; captureMethod: CaptureMethod; feeCents: number }) {
    this.authorizedCents = order.authorizedCents;
    this.captureMethod = order.captureMethod;
    this.feeCents = order.feeCents;
  }

  /** The buyer tries to pay: it works, it is rejected, or the bank takes its time (call again to hear from it). */
  confirm(result: "paid" | "declined" | "processing"): void {
    if (!["requires_payment_method", "processing"].includes(this.status)) return;
    this.charge = { capturedCents: 0, captured: false, feeCents: this.feeCents };
    if (result === "declined") this.status = "requires_payment_method";
    else if (result === "processing") this.status = "processing";
    else {
      this.status = "requires_capture";
      if (this.captureMethod === "automatic") this.capture(this.authorizedCents, this.feeCents);
    }
  }

  capture(cents: number, feeCents: number): boolean {
    if (this.status !== "requires_capture" || cents < 1 || cents > this.authorizedCents) return false;
    this.status = "succeeded";
    this.charge = { capturedCents: cents, captured: true, feeCents };
    return true;
  }

  refund(cents: number): boolean {
    const left = (this.charge?.capturedCents ?? 0) - this.refundedCents();
    if (this.status !== "succeeded" || cents < 1 || cents > left) return false;
    this.refunds.push({ cents, failed: false });
    return true;
  }

  /** Days later the buyer's bank sends a refund back. */
  failRefund(nth: number): boolean {
    const refund = this.refunds[nth];
    if (!refund || refund.failed) return false;
    refund.failed = true;
    return true;
  }

  cancel(): void {
    if (["requires_payment_method", "requires_capture"].includes(this.status)) this.status = "canceled";
  }

  snapshot(): IntentSnapshot {
    return {
      intentId: "pi_1",
      status: this.status,
      captureMethod: this.captureMethod,
      amountCents: this.authorizedCents,
      currency: "usd",
      applicationFeeCents: this.feeCents,
      capturableCents: this.status === "requires_capture" ? this.authorizedCents : 0,
      receivedCents: this.charge?.capturedCents ?? 0,
      metadata: {},
      applicationId: null,
      chargeId: this.charge && "ch_1",
      charge: this.charge && {
        chargeId: "ch_1",
        amountCents: this.authorizedCents,
        capturedCents: this.charge.capturedCents,
        captured: this.charge.captured,
        refundedCents: this.refundedCents(),
        applicationFeeCents: this.charge.feeCents,
      },
    };
  }

  /** What a partial capture or a cancellation releases is no refund. */
  private refundedCents(): number {
    return this.refunds.reduce((sum, { cents, failed }) => (failed ? sum : sum + cents), 0);
  }
}
