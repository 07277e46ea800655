import { Failure } from "../../domain/failure.ts";
import { subjectOf } from "../../domain/payments/attention.ts";
import { findAttention, resolveAttention as resolve } from "../../ledger/attention.ts";

/** A person says that it is over, in whatever way. Said again, it stays as it was. Answers since when it is resolved. */
export async function resolveAttention(merchantId: string, attentionId: string, at: number): Promise<number> {
  const { subject, subjectId } = subjectOf(attentionId);
  const record = await findAttention(merchantId, subject, subjectId);
  if (record?.kind !== "refund_failed" && record?.kind !== "payout_failed")
    throw new Failure("not_found", "There is no such item that needs attention.");
  return record.resolvedAt ?? resolve(record, at);
}
