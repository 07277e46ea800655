import { invalid } from "./api-error.ts";
import { type Reader, text } from "./params.ts";

// Fact 9.
const MAX_KEYS = 50;
const MAX_KEY_CHARACTERS = 40;
const MAX_VALUE_CHARACTERS = 500;

/** Null stands for `metadata=""`: forget every key. */
export type MetadataChange = Record<string, string> | null;

export const metadata: Reader<MetadataChange> = (value, name) => {
  if (value === "") return null;
  if (typeof value === "string")
    throw invalid("Invalid metadata: metadata must be a set of key-value pairs", { param: name });
  const pairs = Object.entries(value).map(([key, inner]) => {
    const content = text(inner, `${name}[${key}]`);
    if (key.length > MAX_KEY_CHARACTERS || content.length > MAX_VALUE_CHARACTERS) {
      throw invalid(
        `Metadata keys have at most ${MAX_KEY_CHARACTERS} characters, values ${MAX_VALUE_CHARACTERS}: ${key}`,
        { param: name },
      );
    }
    return [key, content];
  });
  return Object.fromEntries(pairs);
};

/** Keys not mentioned stay; keys sent with an empty value go. */
export function mergeMetadata(current: Record<string, string>, change: MetadataChange | undefined) {
  if (change === null) return {};
  const kept = Object.entries({ ...current, ...change }).filter(([, value]) => value !== "");
  if (kept.length > MAX_KEYS)
    throw invalid(`Metadata can have up to ${MAX_KEYS} keys`, { param: "metadata" });
  return Object.fromEntries(kept);
}
