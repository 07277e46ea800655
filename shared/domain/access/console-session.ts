import { Failure } from "../failure.ts";
import { SESSION_ID } from "../id-forms.ts";
import type { Scope } from "../scope.ts";
import { keysOf } from "../values.ts";
import { isLive, merchantIdOf, OPERATOR_SCOPES, scopesOf } from "./api-key.ts";
import {
  base62,
  composeCredential,
  credentialForm,
  parseCredential,
  type Random,
  type SecretHash,
  secretMatches,
} from "./credential.ts";

/**
 * A console session begins as a link with a one-time code, valid for five minutes. The code is exchanged once for the
 * session's token, which a browser keeps in a cookie until the session ends. An API key or an operator makes it; a
 * key's session ends with the key. The clock decides what is over, not whether the table has removed it.
 */
export const CONSOLE_RIGHTS = ["manage", "setup", "money"] as const;
export type ConsoleRight = (typeof CONSOLE_RIGHTS)[number];

/** What an operation asks of a session: reading, which every session may, or a right. */
export type ConsoleNeed = "read" | ConsoleRight;

const RIGHTS_OF_ACCESS = {
  read: [],
  manage: ["manage"],
  setup: ["setup"],
  money: ["money"],
  finance: [],
  support: ["manage", "money"],
  developer: ["manage", "setup"],
  owner: CONSOLE_RIGHTS,
} as const satisfies Record<string, readonly ConsoleRight[]>;

export type ConsoleAccess = keyof typeof RIGHTS_OF_ACCESS;
export const CONSOLE_ACCESS = keysOf(RIGHTS_OF_ACCESS);

const rightsOf = (access: ConsoleAccess): readonly ConsoleRight[] => RIGHTS_OF_ACCESS[access];

/** A key may only make a session with a right that it has itself. */
const SCOPE_OF_RIGHT = {
  manage: "callbacks:write",
  setup: "callbacks:write",
  money: "refunds:write",
} as const satisfies Record<ConsoleRight, Scope>;

export const scopesOfAccess = (access: ConsoleAccess): Scope[] =>
  rightsOf(access).map((right) => SCOPE_OF_RIGHT[right]);

export type SessionMaker =
  | { kind: "key"; keyId: string }
  | { kind: "operator"; name: string; reason: string };

export type ConsoleSession = {
  sessionId: string;
  merchantId: string;
  access: ConsoleAccess;
  maker: SessionMaker;
  state: "offered" | "live" | "ended";
  createdAt: number;
  /** The end of the link while it is offered, the end of the session once it is live. */
  endsAt: number;
  code: SecretHash;
  enteredAt?: number;
  opener?: SecretHash;
  endedAt?: number;
};

export const SESSION_STATES = ["offered", "live", "ended", "expired"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Each has a place of its own in the ledger, so there cannot be one more. */
export const SESSION_PLACES = 20;

/** Of one key, so that a shop that opens a link for every click leaves places to other keys. */
export const SESSIONS_OF_KEY = 10;

const OFFER_MS = 5 * 60_000;

/** From the exchange to the absolute end. */
const LIFE_SECONDS = 8 * 3600;
const OPERATORS_LIFE_SECONDS = 3600;

/** Rights end sooner than the session. A changed endpoint outlives the session, so that right is the shortest. */
const RIGHT_SECONDS: Record<ConsoleRight, number> = { manage: 3600, setup: 900, money: 3600 };

export const offerEndOf = (at: number): number => at + OFFER_MS;

export const lifeSecondsOf = ({ maker }: Pick<ConsoleSession, "maker">): number =>
  maker.kind === "key" ? LIFE_SECONDS : OPERATORS_LIFE_SECONDS;

export const rightEndsOf = ({ access, enteredAt = 0, endsAt }: RightsAndTimes): [ConsoleRight, number][] =>
  rightsOf(access).map((right) => [right, Math.min(endsAt, enteredAt + RIGHT_SECONDS[right] * 1000)]);

type RightsAndTimes = Pick<ConsoleSession, "access" | "enteredAt" | "endsAt">;

/** Only the merchant decides where events go and which secret signs them, never an operator. */
export function requireAccessFor(maker: SessionMaker, access: ConsoleAccess): void {
  if (maker.kind === "operator" && rightsOf(access).includes("setup"))
    throw new Failure("invalid_request", "An operator's session cannot change settings.");
}

/**
 * ses_<merchant 16><key 10><place 2><random 8>. It names everything that must be read to check a session, so that one
 * batch read is enough. An operator's session has no key: that part is zeros.
 */
const LOCATOR_CHARACTERS = 36;
const KEY_ID_CHARACTERS = "key_".length + 26;
const NO_KEY = "0".repeat(10);
const CODE = credentialForm("svc_code_", LOCATOR_CHARACTERS);
const TOKEN = credentialForm("svc_ses_", LOCATOR_CHARACTERS);

export type SessionParts = { sessionId: string; merchantId: string; keyId: string; place: string };

export function sessionPartsOf(sessionId: string): SessionParts {
  const keyId = `key_${sessionId.slice("ses_".length, KEY_ID_CHARACTERS)}`;
  const place = sessionId.slice(KEY_ID_CHARACTERS, KEY_ID_CHARACTERS + 2);
  return { sessionId, merchantId: merchantIdOf(keyId), keyId, place };
}

export const newSessionId = (merchantId: string, maker: SessionMaker, place: string, random: Random) =>
  `ses_${keyPartOf(merchantId, maker)}${place}${base62(random(8))}`;

const keyPartOf = (merchantId: string, maker: SessionMaker): string =>
  maker.kind === "key" ? maker.keyId.slice("key_".length) : merchantId.slice("mer_".length) + NO_KEY;

export const placeNumbered = (place: number): string => String(place).padStart(2, "0");

const locatorOf = (sessionId: string): string => sessionId.slice("ses_".length);

export const composeCode = (sessionId: string, random: Random) =>
  composeCredential(CODE, locatorOf(sessionId), random);

export const composeToken = (sessionId: string, random: Random) =>
  composeCredential(TOKEN, locatorOf(sessionId), random);

export type Presented = SessionParts & { secret: string };

export const parseCode = (text: string): Presented | undefined => parse(CODE, text);

export const parseToken = (text: string): Presented | undefined => parse(TOKEN, text);

function parse(form: typeof CODE, text: string): Presented | undefined {
  const parts = parseCredential(form, text);
  const sessionId = `ses_${parts?.locator}`;
  if (!parts || !SESSION_ID.test(sessionId)) return undefined;
  return { ...sessionPartsOf(sessionId), secret: parts.secret };
}

type MakingKey = { endsAt: number | null; revokedAt?: number | undefined; preset: string };

export type SessionAndKey = { session: ConsoleSession; key?: MakingKey | undefined };

export function stateOf({ session, key }: SessionAndKey, at: number): SessionState {
  if (session.state === "ended") return "ended";
  if (session.maker.kind === "key" && !(key && isLive(key, at))) return "ended";
  return session.endsAt > at ? session.state : "expired";
}

export const isOpen = (found: SessionAndKey, at: number): boolean =>
  ["offered", "live"].includes(stateOf(found, at));

/** A code that is used twice was shared, so its session ends. */
export function judgeCode(
  found: SessionAndKey | undefined,
  { sessionId, secret }: Presented,
  at: number,
): "enter" | "used_before" | "reject" {
  if (!found || found.session.sessionId !== sessionId) return "reject";
  if (!secretMatches(secret, found.session.code)) return "reject";
  const state = stateOf(found, at);
  if (state === "live") return "used_before";
  return state === "offered" ? "enter" : "reject";
}

/** A session may never do more than the key that made it. An operator's is limited by its access only. */
export function sessionScopesOf({ session, key }: SessionAndKey): readonly Scope[] {
  if (session.maker.kind === "operator") return OPERATOR_SCOPES;
  return key ? scopesOf(key.preset) : [];
}

export function opens(
  found: SessionAndKey | undefined,
  { sessionId, secret }: Presented,
  { at, needs, scope }: { at: number; needs: readonly ConsoleNeed[]; scope: Scope },
): boolean {
  if (!found?.session.opener || found.session.sessionId !== sessionId) return false;
  if (!secretMatches(secret, found.session.opener) || stateOf(found, at) !== "live") return false;
  if (!sessionScopesOf(found).includes(scope)) return false;
  if (needs.includes("read")) return true;
  return rightEndsOf(found.session).some(([right, end]) => needs.includes(right) && at < end);
}

/** One text for every rejection, so that it does not tell why. */
export const consoleRejection = (): Failure =>
  new Failure(
    "unauthorized",
    "There is no such console session, or it has ended. Open the console with a new link.",
  );

export const isOperators = (session?: Pick<ConsoleSession, "maker">): boolean =>
  session?.maker.kind === "operator";

/** An operator's session shows no customerRef, so it must not answer whose payments there are either. */
export function requireMayFilterByCustomer(
  session: Pick<ConsoleSession, "maker"> | undefined,
  customerRef: string | undefined,
): void {
  if (customerRef !== undefined && isOperators(session))
    throw new Failure("invalid_request", "An operator's session cannot filter by customer.");
}

export const makerName = (maker: SessionMaker): string => (maker.kind === "key" ? maker.keyId : maker.name);
