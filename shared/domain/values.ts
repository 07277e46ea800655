/** Sorts by character codes, as the ledger sorts its keys, not by a language's rules. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : 1);

/** For a table that is written out in full, so that it has no other keys than its type says. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];

/** Parts of a JSON text from outside, of which nothing is certain. */
export type Json = Record<string, unknown>;

/** Empty where it is none. */
export const mapOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** null where there is no text. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
