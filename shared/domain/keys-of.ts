/** The keys of a table that is written out in full: it has no others than its type says. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];
