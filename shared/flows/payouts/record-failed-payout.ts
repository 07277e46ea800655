import { isPaidOutAgain, type PayoutFacts } from "../../domain/finance/payout.ts";
import { payoutVisitAt } from "../../domain/payments/attention.ts";
import { createAttention, type PayoutAttention } from "../../ledger/attention.ts";
import { findPayouts, listPayouts, type PayoutRecord } from "../../ledger/payouts.ts";
import { reportAttention } from "../report-attention.ts";

/** Written once, by every call that finds the payout failed, before that call ends: a crash must not lose it. */
export async function upsertPayoutAttention(
  { merchantId, facts, version }: PayoutRecord,
  at: number,
): Promise<void> {
  if (facts.status !== "failed") return;
  const isNew = await createAttention({
    kind: "payout_failed",
    subjectId: facts.payoutId,
    merchantId,
    seenOn: version,
    since: facts.returnedAt ?? at,
    shownIn: "open",
    shownAt: at,
    visitAt: payoutVisitAt(at),
  });
  if (isNew) reportAttention("payout_failed", { merchantId });
}

/** Of weeks, in several currencies. */
const MAX_LATER = 100;

/** Which of them still need a person, with their payouts: those whose money has not arrived with a later one. */
export async function findFailedPayouts(
  records: readonly PayoutAttention[],
): Promise<Map<string, PayoutFacts>> {
  const [first] = records;
  if (!first) return new Map();
  const { merchantId } = first;
  const ids = records.map(({ subjectId }) => subjectId);
  const sinceMs = Math.min(...records.map(({ since }) => since));
  const [known, later] = await Promise.all([
    findPayouts(merchantId, ids),
    listPayouts(merchantId, { sinceMs, limit: MAX_LATER }),
  ]);
  const others = later.items.map(({ facts }) => facts);
  return new Map(
    records.flatMap(({ subjectId, since }) => {
      const facts = known.get(subjectId)?.facts;
      return facts && !isPaidOutAgain(facts, since, others) ? [[subjectId, facts] as const] : [];
    }),
  );
}
