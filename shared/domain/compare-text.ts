/** For sorting by the characters' codes, as the ledger sorts its keys, and not by a language's customs. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : 1);
