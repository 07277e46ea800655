import { isId } from "../address/ids.ts";
import { putSessionIntoLinks } from "../address/session-in-links.ts";

const KEY = "svc-console";
const END_KEY = "svc-console-end";

/**
 * The session that this tab means. Other tabs of the browser may be in other sessions, of other merchants too: each has a
 * cookie of its own, and this id picks one.
 */
export function readSessionId(): string | undefined {
  const id = sessionStorage.getItem(KEY) ?? "";
  return isId("session", id) ? id : undefined;
}

export function keepSessionId(id: string): void {
  sessionStorage.setItem(KEY, id);
  putSessionIntoLinks(id);
}

/** When the session ends by itself. A page that is loaded again after that has no cookie any more, and would not know why. */
export const keepSessionEnd = (expiresAt: string): void => sessionStorage.setItem(END_KEY, expiresAt);

export const hasExpired = (now: number): boolean => Date.parse(sessionStorage.getItem(END_KEY) ?? "") <= now;

export function forgetSessionId(): void {
  for (const key of [KEY, END_KEY, "utc"]) sessionStorage.removeItem(key);
  putSessionIntoLinks("");
}

/**
 * Takes the session that a link names out of the address. The tab enters it only while it has none: no link swaps the
 * session that is in use. The id opens nothing by itself; without its cookie the tab stays outside.
 */
export function takeSession(): void {
  const [path = "", search = ""] = location.hash.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const named = query.get("s") ?? "";
  if (query.has("s")) {
    query.delete("s");
    const rest = query.toString();
    history.replaceState(history.state, "", `${location.pathname}${path}${rest && `?${rest}`}`);
  }
  const own = readSessionId() ?? (isId("session", named) ? named : undefined);
  if (own) keepSessionId(own);
}

const WAY_KEY = "svc-console-way";

/** Where a tab wanted to go that had no session, or whose session has ended: it goes there once it is in one. */
export const keepWay = (): void => sessionStorage.setItem(WAY_KEY, location.hash);

export function takeWay(): string {
  const way = sessionStorage.getItem(WAY_KEY) ?? "";
  sessionStorage.removeItem(WAY_KEY);
  return way;
}

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

/** `asked`: the session that the call was made in; `own`: the one that the tab is in when the answer comes. */
type Rejected = { status: number; path: string; asked: string | undefined; own: string | undefined };

/**
 * Whether an answer says that the tab's session is over. A link's code is exchanged beside it, and one that is dead says
 * nothing of it; nor does a late answer to a session that the tab has left.
 */
export const endsOwnSession = ({ status, path, asked, own }: Rejected): boolean =>
  status === 401 && path.startsWith("v1/") && asked !== undefined && asked === own;
