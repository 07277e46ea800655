import { Failure } from "../../domain/failure.ts";
import type { RefundWish } from "../../domain/payments/operation.ts";
import type { Payment } from "../../domain/payments/payment.ts";
import { findAttention } from "../../ledger/attention.ts";

/** Only a failed refund that is still open can be replaced, and only in full. */
export async function findReplacementFault(
  { merchantId, svcPaymentId }: Payment,
  { replaces, amountCents }: RefundWish,
): Promise<Failure | undefined> {
  if (replaces === undefined) return undefined;
  const failed = await findAttention(merchantId, "REFUND", replaces);
  const isOpen = failed?.kind === "refund_failed" && failed.closedAt === undefined;
  if (!isOpen || failed.svcPaymentId !== svcPaymentId)
    return fault(
      "/replaces",
      "replaces must be the id of a failed refund of this payment in GET /v1/attention.",
    );
  const { amountCents: leastCents = 0 } = failed;
  if (amountCents === undefined || amountCents >= leastCents) return undefined;
  return fault(
    "/amountCents",
    `amountCents must be at least ${leastCents}, as much as the refund it replaces.`,
  );
}

const fault = (pointer: string, detail: string): Failure =>
  new Failure("invalid_request", "The request's body is invalid.", { errors: [{ pointer, detail }] });
