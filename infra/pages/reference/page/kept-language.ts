import { LANGUAGES, type Language } from "./languages.ts";

/**
 * Deployed the page is sandboxed and has no storage. So the address keeps the language, behind the place:
 * #refundPayment~Python. Who gets such a link sees the same.
 */
export function readLanguage(): Language | undefined {
  const kept = /~(.+)$/.exec(decodeURIComponent(location.hash))?.[1];
  return LANGUAGES.find((language) => language === kept);
}

export const keepLanguage = (language: Language): void =>
  history.replaceState(null, "", `#${placeOf(location.hash)}~${encodeURIComponent(language)}`);

/** The id that an address leads to. */
export const placeOf = (hash: string): string => hash.slice(1).replace(/~.*$/, "");
