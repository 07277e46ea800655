/** What an API call did to the payment. It rides along in the write that the call makes anyway. */
export type HistoryEntry = {
  at: number;
  operation: "create" | "capture" | "cancel" | "refund";
  /** A resumed operation may be written twice; it happened once. */
  operationId: string;
  amountCents: number;
  traceId: string;
};

/** A payment with thousands of small refunds must stay far below the largest item that the table takes. */
const MAX_ENTRIES = 50;

/** The newest ones, each operation once. */
export const withEntry = (history: HistoryEntry[], entry: HistoryEntry): HistoryEntry[] =>
  [...history.filter(({ operationId }) => operationId !== entry.operationId), entry].slice(-MAX_ENTRIES);
