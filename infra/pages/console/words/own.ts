/** What a table says of a word; undefined where it does not have the word, which may be any. */
export const own = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
