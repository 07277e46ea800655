import type * as z from "zod/mini";
import type { ConsoleSession, ConsoleSessionOffer, EnteredConsole } from "../contract/console.ts";
import {
  type ConsoleSession as Session,
  type SessionAndKey,
  stateOf,
} from "../domain/access/console-session.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { Merchant } from "../ledger/merchants.ts";

/** The link: its code is behind the #, which browsers send to no server. */
export const offerView = (
  { session, code }: { session: Session; code: string },
  baseUrl: string,
): z.output<typeof ConsoleSessionOffer> => ({
  sessionId: session.sessionId,
  url: `${baseUrl}/console#code=${code}`,
  expiresAt: isoTime(session.endsAt),
});

/** As its merchant sees it. Who the operator was is in the audit; why, is for the merchant to read. */
export function sessionView(found: SessionAndKey, at: number): z.output<typeof ConsoleSession> {
  const { session } = found;
  const { maker } = session;
  return {
    sessionId: session.sessionId,
    access: session.access,
    state: stateOf(found, at),
    madeBy: maker.kind,
    keyId: maker.kind === "key" ? maker.keyId : null,
    reason: maker.kind === "operator" ? maker.reason : null,
    createdAt: isoTime(session.createdAt),
    enteredAt: isoTimeOrNull(session.enteredAt),
    endedAt: isoTimeOrNull(session.endedAt),
    expiresAt: isoTime(session.endsAt),
  };
}

/** What the page needs to know about the session that it is in. */
export const enteredView = (session: Session, merchant: Merchant): z.output<typeof EnteredConsole> => ({
  sessionId: session.sessionId,
  access: session.access,
  merchantId: merchant.merchantId,
  merchantName: merchant.name,
  madeBy: session.maker.kind,
  expiresAt: isoTime(session.endsAt),
});
