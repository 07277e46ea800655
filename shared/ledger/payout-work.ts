import type { PayoutTotals } from "../domain/finance/payout.ts";
import { payoutWorkKey } from "./table.ts";
import { findWork, RECONCILIATION_TTL_SECONDS, startWork, type WorkRecord } from "./work.ts";

/** Where the reading of a payout goes on. The lines themselves lie in chunks beside the payout. */
export type PayoutProgress = {
  payoutId: string;
  /** Names the chunks: those of another run are never mixed with them. */
  run: string;
  chunkSizes: number[];
  totals: PayoutTotals;
  /** The last transaction that was read; undefined: none yet. */
  after?: string | undefined;
};

export type PayoutWork = WorkRecord<PayoutProgress>;

export type NewPayoutWork = {
  merchantId: string;
  payoutId: string;
  runId: string;
  at: number;
  /** When the due list looks for it, should its run have died. */
  dueAtMs: number;
};

export const startPayoutWork = ({ payoutId, ...work }: NewPayoutWork): Promise<PayoutWork> =>
  startWork(payoutWorkKey(work.merchantId, payoutId), {
    ...work,
    progress: { payoutId, run: work.runId, chunkSizes: [], totals: {} },
    ttlSeconds: RECONCILIATION_TTL_SECONDS,
  });

export const findPayoutWork = (merchantId: string, payoutId: string): Promise<PayoutWork | undefined> =>
  findWork(payoutWorkKey(merchantId, payoutId));
