import { base62 } from "../../domain/access/credential.ts";
import { Failure, isFailure } from "../../domain/failure.ts";
import { replacementIdFor } from "../../domain/id.ts";
import { ATTENTION_ID } from "../../domain/id-forms.ts";
import { subjectOf } from "../../domain/payments/attention.ts";
import type { Refund } from "../../domain/payments/operation.ts";
import { replacementInProgress } from "../../domain/payments/replacement.ts";
import {
  type AttentionRecord,
  findAttention,
  type RecordedKind,
  resolveAttention as resolve,
} from "../../ledger/attention.ts";
import { findOperation, reserveOperation } from "../../ledger/payments.ts";
import { type Change, recordAudit } from "../record-audit.ts";

const RESOLVABLE: readonly RecordedKind[] = ["refund_failed", "payout_failed", "fraud_warning"];

/** A person says that it is over, in whatever way. Said again, it stays as it was. Answers since when it is resolved. */
export async function resolveAttention(
  merchantId: string,
  attentionId: string,
  change: Change,
): Promise<number> {
  if (!ATTENTION_ID.test(attentionId)) throw notResolvable();
  const { subject, subjectId } = subjectOf(attentionId);
  const record = await findAttention(merchantId, subject, subjectId);
  if (!record || !RESOLVABLE.includes(record.kind)) throw notResolvable();
  if (record.resolvedAt !== undefined) return record.resolvedAt;
  await recordAudit(merchantId, { action: "resolve-attention", subject: attentionId }, change);
  await excludeReplacement(record, change);
  const resolvedAt = await resolve(record, change.at);
  if (resolvedAt === undefined) throw notResolvable();
  return resolvedAt;
}

/**
 * A failed refund has one claim: of the refund that replaces it, or of the person who has paid it back in another way. So it is
 * not paid twice. Throws where a refund has that claim.
 */
async function excludeReplacement(record: AttentionRecord, { at, random }: Change): Promise<void> {
  if (record.kind !== "refund_failed") return;
  const { merchantId, svcPaymentId, subjectId, replacedBy } = record;
  if (replacedBy) throw replacementInProgress(subjectId, replacedBy);
  const operationId = replacementIdFor(svcPaymentId, subjectId);
  const standing = await findOperation<Refund>(svcPaymentId, operationId);
  // It is a debt itself, which its event is about to tell.
  if (standing?.rejectedAs === "refund_failed")
    throw replacementInProgress(subjectId, "a refund that has failed, too");
  const ownerToken = base62(random(24));
  const request = { merchantId, fingerprint: "resolved", ownerToken, at };
  const resolution = { operationId, svcPaymentId, traceId: ownerToken };
  await reserveOperation(resolution, request).catch(async (error) => {
    if (!isFailure(error, "idempotency_conflict")) throw error;
    const taken = await findOperation<Refund>(svcPaymentId, operationId);
    throw replacementInProgress(subjectId, taken?.decided);
  });
}

const notResolvable = (): Failure =>
  new Failure("not_found", "There is no item with this id that can be resolved.");
