import { LANGUAGES, type Language } from "./languages.ts";

const NAME = "svc-language";

/**
 * Deployed the page is sandboxed: it has no storage, and its reload gets a new name and a new state. So the address keeps
 * the language too, behind the place: #refundPayment~Python. Who gets such a link sees the same.
 */
export function readLanguage(): Language | undefined {
  const kept = /~(.+)$/.exec(decodeURIComponent(location.hash))?.[1] ?? readStored();
  return LANGUAGES.find((language) => language === kept);
}

export function keepLanguage(language: Language): void {
  history.replaceState(null, "", `#${placeOf(location.hash)}~${encodeURIComponent(language)}`);
  try {
    localStorage.setItem(NAME, language);
  } catch {
    // The address has it.
  }
}

/** The id that an address leads to. */
export const placeOf = (hash: string): string => hash.slice(1).replace(/~.*$/, "");

function readStored(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}
