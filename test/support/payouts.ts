import { addLines, type PayoutFacts, type PayoutLine } from "../../shared/domain/finance/payout.ts";
import type { PayoutRecord } from "../../shared/ledger/payouts.ts";

/** A line of a payout: a charge of 10.00 of which nothing was kept, but for what is said otherwise. */
export const payoutLineWith = (given: Partial<PayoutLine> = {}): PayoutLine => ({
  ...{ transactionId: "txn_1", at: 0, kind: "charge", svcPaymentId: null, merchantsOwn: false },
  ...{ grossCents: 1000, netCents: 1000, currency: "usd", exchangeRate: null },
  ...{ platformFeeCents: 0, otherFeesCents: 0, processorFeeCents: 0, taxCents: 0 },
  ...{ chargedCents: null, chargeCurrency: null, ...given },
});

/** A payout that has arrived, and that the processor can take apart. */
export const payoutFactsWith = (given: Partial<PayoutFacts> = {}): PayoutFacts => ({
  ...{ payoutId: "po_1", accountId: "acct_1", status: "paid", amountCents: 1000, currency: "usd" },
  ...{ automatic: true, method: "standard", createdAt: 0, arrivesAt: 0, traceId: null },
  ...{ isTracePending: false, failureCode: null, reconciliation: "completed", ...given },
});

/** In the ledger of a world that was entered: with what is in it, if that was read already. */
export async function storePayout(
  merchantId: string,
  given: Partial<PayoutFacts>,
  chunks?: PayoutLine[][],
): Promise<PayoutRecord> {
  const { createPayout, saveComposition } = await import("../../shared/ledger/payouts.ts");
  const { saveChunk } = await import("../../shared/ledger/payout-lines.ts");
  const record = await createPayout(merchantId, payoutFactsWith(given), Date.now());
  if (!record) throw new Error("The payout was known already.");
  if (!chunks) return record;
  for (const [nth, lines] of chunks.entries()) await saveChunk(record, "run", { nth, chunk: { lines } });
  const chunkSizes = chunks.map(({ length }) => length);
  const composed = await saveComposition(record, {
    run: "run",
    chunkSizes,
    totals: addLines({}, chunks.flat()),
  });
  if (!composed) throw new Error("The payout has changed.");
  return composed;
}
