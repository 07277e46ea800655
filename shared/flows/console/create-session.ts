import {
  type ConsoleAccess,
  type ConsoleSession,
  composeCode,
  isOpen,
  makerName,
  newSessionId,
  offerEndOf,
  placeNumbered,
  requireAccessFor,
  SESSION_PLACES,
  SESSIONS_OF_KEY,
  type SessionAndKey,
  type SessionMaker,
  sessionPartsOf,
} from "../../domain/access/console-session.ts";
import { saltAndHash } from "../../domain/access/credential.ts";
import { requireNotErased } from "../../domain/erasure.ts";
import { Failure } from "../../domain/failure.ts";
import { createConsoleSession, listConsoleSessions } from "../../ledger/console-sessions.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";

type Terms = { access: ConsoleAccess; maker: SessionMaker };

/** The code is in the answer and nowhere else: only its hash is kept. */
export type OfferedSession = { session: ConsoleSession; code: string };

/** Each round means that another session took the place that was free a moment ago. */
const MAX_ROUNDS = SESSION_PLACES + 1;

/** Offers a session: the browser that exchanges its code within five minutes is in; the code is good once. */
export async function createSession(
  merchant: Merchant,
  terms: Terms,
  change: Change,
): Promise<OfferedSession> {
  requireNotErased(merchant);
  requireAccessFor(terms.maker, terms.access);
  const { merchantId } = merchant;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const place = choosePlace(await listConsoleSessions(merchantId), terms, change);
    const { session, code } = newSession({ ...terms, merchantId }, place.number, change);
    if (place.isOpen) await auditEnd(place.former, change);
    await auditOffer(session, change);
    if (await createConsoleSession(session, place.former)) return { session, code };
  }
  throw new Failure(
    "service_unavailable",
    "Too many console sessions were created at the same time. Retry.",
    {
      retryAfterSeconds: 1,
    },
  );
}

/** `former`: the session that had it, and ends where it is still open. */
type Place =
  | { number: string; former?: undefined; isOpen?: false }
  | { number: string; former: ConsoleSession; isOpen: boolean };

/**
 * A key's eleventh open session ends its oldest. Otherwise a place that was never used, at random, because others may be
 * choosing too, or that of the oldest one over. If all are open, an operator's session ends the oldest of the key that has
 * the most, so that support can always enter.
 */
function choosePlace(found: SessionAndKey[], { maker }: Terms, { at, random }: Change): Place {
  const open = found.filter((one) => isOpen(one, at)).map(({ session }) => session);
  const own = open.filter((session) => maker.kind === "key" && makerName(session.maker) === maker.keyId);
  if (own.length >= SESSIONS_OF_KEY) return replacing(own.at(-1));
  const taken = new Set(found.map(({ session }) => placeOf(session)));
  const unused = ALL_PLACES.filter((place) => !taken.has(place));
  const chosen = unused[(random(1)[0] ?? 0) % unused.length];
  if (chosen !== undefined) return { number: chosen };
  const over = found.findLast((one) => !isOpen(one, at))?.session;
  if (over) return { number: placeOf(over), former: over, isOpen: false };
  return replacing(maker.kind === "operator" ? oldestOfBusiestKey(open) : undefined);
}

function replacing(former: ConsoleSession | undefined): Place {
  if (former) return { number: placeOf(former), former, isOpen: true };
  throw new Failure(
    "too_many_sessions",
    `There are ${SESSION_PLACES} open console sessions. End some of them first.`,
  );
}

/** `open`: newest first. Without a key's session the oldest of all. */
function oldestOfBusiestKey(open: ConsoleSession[]): ConsoleSession | undefined {
  const byKey = Map.groupBy(
    open.filter(({ maker }) => maker.kind === "key"),
    ({ maker }) => makerName(maker),
  );
  const [most = open] = [...byKey.values()].sort((one, other) => other.length - one.length);
  return most.at(-1);
}

const placeOf = ({ sessionId }: ConsoleSession): string => sessionPartsOf(sessionId).place;

const ALL_PLACES = Array.from({ length: SESSION_PLACES }, (_, place) => placeNumbered(place));

function newSession(
  terms: Terms & { merchantId: string },
  place: string,
  { at, random }: Change,
): OfferedSession {
  const sessionId = newSessionId(terms.merchantId, terms.maker, place, random);
  const { secret, text } = composeCode(sessionId, random);
  const hashed = saltAndHash(secret, random);
  return {
    session: { ...terms, sessionId, state: "offered", createdAt: at, endsAt: offerEndOf(at), code: hashed },
    code: text,
  };
}

const auditEnd = ({ merchantId, sessionId }: ConsoleSession, change: Change): Promise<void> =>
  recordAudit(merchantId, { action: "end-console-session", subject: sessionId }, change);

const auditOffer = (
  { merchantId, sessionId, access, maker }: ConsoleSession,
  change: Change,
): Promise<void> =>
  recordAudit(
    merchantId,
    {
      action: `offer-console-${access}`,
      subject: sessionId,
      reason: maker.kind === "operator" ? maker.reason : undefined,
    },
    change,
  );
