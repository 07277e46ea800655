/** Parts of a JSON text from outside, of which nothing is certain. */
export type Json = Record<string, unknown>;

/** Empty where it is none. */
export const mapOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** null where there is no text. */
export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
