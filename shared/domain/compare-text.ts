/** Sorts by character codes, as the ledger sorts its keys, not by a language's rules. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : 1);
