/** Software that imports balance lines in columns of its own. */
export const ACCOUNTING_FORMATS = ["xero", "quickbooks", "datev"] as const;
export type AccountingFormat = (typeof ACCOUNTING_FORMATS)[number];
