/** For a table that is written out in full, so that it has no other keys than its type says. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];
