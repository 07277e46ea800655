import { isId } from "../address/ids.ts";

const KEY = "svc-console";

/** The session that this tab means. Another tab may be signed in for another merchant, under the browser's one cookie. */
export function readSessionId(): string | undefined {
  const id = sessionStorage.getItem(KEY) ?? "";
  return isId("session", id) ? id : undefined;
}

export const keepSessionId = (id: string): void => sessionStorage.setItem(KEY, id);

export const forgetSessionId = (): void => sessionStorage.removeItem(KEY);

/** What a sign-in link carries behind the #, and where it wants to go. */
export type Offer = { code: string; to: string };

/**
 * Takes a sign-in code out of the address before anything else happens, so that it stays in no history, no screenshot
 * and no bookmark. undefined: there is none.
 */
export function takeOffer(): Offer | undefined {
  if (!/^#code=/.test(location.hash)) return undefined;
  const fragment = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  return { code: fragment.get("code") ?? "", to: fragment.get("to") ?? "" };
}
