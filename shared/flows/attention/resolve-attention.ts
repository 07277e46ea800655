import { Failure } from "../../domain/failure.ts";
import { subjectOf } from "../../domain/payments/attention.ts";
import { findAttention, type RecordedKind, resolveAttention as resolve } from "../../ledger/attention.ts";
import { type Change, recordAudit } from "../record-audit.ts";

const RESOLVABLE: readonly RecordedKind[] = ["refund_failed", "payout_failed", "fraud_warning"];

/** A person says that it is over, in whatever way. Said again, it stays as it was. Answers since when it is resolved. */
export async function resolveAttention(
  merchantId: string,
  attentionId: string,
  change: Change,
): Promise<number> {
  const { subject, subjectId } = subjectOf(attentionId);
  const record = await findAttention(merchantId, subject, subjectId);
  if (!record || !RESOLVABLE.includes(record.kind)) throw notResolvable();
  if (record.resolvedAt !== undefined) return record.resolvedAt;
  await recordAudit(merchantId, { action: "resolve-attention", subject: attentionId }, change);
  const resolvedAt = await resolve(record, change.at);
  if (resolvedAt === undefined) throw notResolvable();
  return resolvedAt;
}

const notResolvable = (): Failure =>
  new Failure("not_found", "There is no item with this id that can be resolved.");
