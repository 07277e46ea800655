import { Failure } from "../../domain/failure.ts";
import { subjectOf } from "../../domain/payments/attention.ts";
import { findAttention, resolveAttention as resolve } from "../../ledger/attention.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** A person says that it is over, in whatever way. Said again, it stays as it was. Answers since when it is resolved. */
export async function resolveAttention(
  merchantId: string,
  attentionId: string,
  change: Change,
): Promise<number> {
  const { subject, subjectId } = subjectOf(attentionId);
  const record = await findAttention(merchantId, subject, subjectId);
  if (record?.kind !== "refund_failed" && record?.kind !== "payout_failed")
    throw new Failure("not_found", "There is no such item that needs attention.");
  if (record.resolvedAt !== undefined) return record.resolvedAt;
  await recordAudit(merchantId, { action: "resolve-attention", subject: attentionId }, change);
  return resolve(record, change.at);
}
