import type { AnswerTo } from "../contract/answer.ts";
import type { listAttention, listDisputes } from "../contract/attention.ts";
import { type Attention, adviceFor, type ListedDispute } from "../domain/payments/attention.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";

export const attentionView = (item: Attention): AnswerTo<typeof listAttention>[number] => ({
  ...item,
  since: isoTime(item.since),
  dueBy: isoTimeOrNull(item.dueBy),
  replacement: item.replacement ?? null,
  advice: adviceFor(item),
});

export const listedDisputeView = (dispute: ListedDispute): AnswerTo<typeof listDisputes>[number] => ({
  disputeId: dispute.disputeId,
  svcPaymentId: dispute.svcPaymentId,
  orderRef: dispute.orderRef,
  status: dispute.status,
  reason: dispute.reason,
  amountCents: dispute.amountCents,
  currency: dispute.currency,
  openedAt: isoTime(dispute.openedAt),
  dueBy: isoTimeOrNull(dispute.dueBy),
});
