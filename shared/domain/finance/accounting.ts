import type { BalanceLine } from "./movement.ts";
import type { PayoutFacts } from "./payout.ts";

/** Software that imports balance lines in columns of its own. */
export const ACCOUNTING_FORMATS = ["xero", "quickbooks", "datev"] as const;
export type AccountingFormat = (typeof ACCOUNTING_FORMATS)[number];

/** Joined when they are shown: what is erased from the payment is gone here too, and a payout may still change. */
export type JoinedLine = BalanceLine & {
  orderRef: string | null;
  metadata: Record<string, string> | null;
  customerRef: string | null;
  /** null: not paid out yet, or the processor does not say with which payout. */
  payout: PayoutFacts | null;
};
