import {
  type ConsoleAccess,
  type ConsoleSession,
  composeCode,
  isOpen,
  newSessionId,
  offerEndOf,
  placeNumbered,
  requireAccessFor,
  SESSION_PLACES,
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
 * A place that was never used, at random, because others may be choosing too; otherwise that of the oldest one over.
 * An operator may take that of the oldest unused link.
 */
function choosePlace(found: SessionAndKey[], { maker }: Terms, { at, random }: Change): Place {
  const taken = new Set(found.map(({ session }) => placeOf(session)));
  const unused = ALL_PLACES.filter((place) => !taken.has(place));
  const chosen = unused[(random(1)[0] ?? 0) % unused.length];
  if (chosen !== undefined) return { number: chosen };
  const over = found.findLast((one) => !isOpen(one, at))?.session;
  if (over) return { number: placeOf(over), former: over, isOpen: false };
  const offered = found.findLast(({ session }) => session.state === "offered")?.session;
  if (offered && maker.kind === "operator")
    return { number: placeOf(offered), former: offered, isOpen: true };
  throw new Failure(
    "too_many_sessions",
    `There are ${SESSION_PLACES} open console sessions. End some of them first.`,
  );
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
