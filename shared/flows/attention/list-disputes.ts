import type { Page, PageQuery } from "../../domain/page.ts";
import { isAnswerable, type ListedDispute } from "../../domain/payments/attention.ts";
import {
  FIRST_SETTLED,
  findAttention,
  isAboutPayment,
  listAttention,
  type PaymentAttention,
  rangeOfPlace,
} from "../../ledger/attention.ts";
import { findPaymentRecords, toPayment } from "../../ledger/payments.ts";

/** Disputes stand among the holds of the same days: so much of the list is looked through for a page. */
const MAX_ROUNDS = 20;
const PAGE = 100;

/** Those that want an answer, by their deadlines; then the others, the newest first. */
export async function listDisputes(
  merchantId: string,
  { limit, startingAfter, disputeId }: PageQuery & { disputeId?: string | undefined },
  at: number,
): Promise<Page<ListedDispute>> {
  if (disputeId !== undefined) {
    const record = await findAttention(merchantId, "DISPUTE", disputeId);
    return {
      items: await joinPayments(record && isAboutPayment(record) ? [record] : [], at),
      hasMore: false,
    };
  }
  const items: ListedDispute[] = [];
  let after = startingAfter;
  for (let round = 0; round < MAX_ROUNDS && items.length < limit; round++) {
    const range = rangeOfPlace(after ?? "");
    const wanted = range === "open" ? PAGE : limit - items.length;
    const { records, next } = await listAttention(merchantId, range, { limit: wanted, after });
    const disputes = records.filter(isAboutPayment).filter(({ kind }) => kind === "dispute_response_due");
    const [taken, rest] = [disputes.slice(0, limit - items.length), disputes[limit - items.length]];
    items.push(...(await joinPayments(taken, at)));
    // A page of the index may hold more disputes than are wanted: then the next page begins after the last one taken.
    after = rest ? taken.at(-1)?.attentionSort : next;
    if (after !== undefined) continue;
    if (range === "settled_disputes") return { items, hasMore: false };
    after = FIRST_SETTLED;
  }
  return { items, hasMore: true, lastId: after };
}

async function joinPayments(records: PaymentAttention[], at: number): Promise<ListedDispute[]> {
  const payments = await findPaymentRecords(records.map(({ svcPaymentId }) => svcPaymentId));
  return records.flatMap(({ svcPaymentId, subjectId, since }) => {
    const record = payments.get(svcPaymentId);
    const payment = record && toPayment(record);
    const dispute = payment?.disputes[subjectId];
    if (!payment || !dispute) return [];
    const isOpen = isAnswerable(dispute) && (dispute.dueBy ?? 0) > at;
    const { orderRef, currency } = payment;
    return {
      ...dispute,
      openedAt: dispute.openedAt ?? since,
      dueBy: isOpen ? dispute.dueBy : undefined,
      svcPaymentId,
      orderRef,
      currency: dispute.currency ?? currency,
    };
  });
}
