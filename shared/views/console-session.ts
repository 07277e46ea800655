import type * as z from "zod/mini";
import type { ConsoleKey, ConsoleSession, ConsoleSessionOffer, EnteredConsole } from "../contract/console.ts";
import { isLive, scopesOf } from "../domain/access/api-key.ts";
import {
  rightEndsOf,
  type ConsoleSession as Session,
  type SessionAndKey,
  sessionScopesOf,
  stateOf,
} from "../domain/access/console-session.ts";
import { recentSetUpsOf } from "../domain/events/callback-endpoint.ts";
import { isoTime, isoTimeOrNull } from "../domain/time.ts";
import type { ApiKeyRecord } from "../ledger/api-keys.ts";
import type { Merchant } from "../ledger/merchants.ts";
import { setUpView } from "./callback-endpoint.ts";

/** The code is behind the #, which browsers send to no server. */
export const offerView = (
  { session, code }: { session: Session; code: string },
  baseUrl: string,
): z.output<typeof ConsoleSessionOffer> => ({
  sessionId: session.sessionId,
  url: `${baseUrl}/console#code=${code}`,
  expiresAt: isoTime(session.endsAt),
});

/** Who the operator was is in the audit; the merchant reads why. */
export function sessionView(found: SessionAndKey, at: number): z.output<typeof ConsoleSession> {
  const { session } = found;
  const { maker } = session;
  return {
    sessionId: session.sessionId,
    access: session.access,
    may: Object.fromEntries(
      rightEndsOf(session).map(([right, end]) => [right, session.enteredAt ? isoTime(end) : null]),
    ),
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

/** Only prod has live payments; elsewhere they are the processor's test payments, or a simulation's. */
const dashboardUrlOf = (environment: string): string | null =>
  environment === "local" ? null : `https://dashboard.stripe.com${environment === "prod" ? "" : "/test"}`;

export const enteredViewWith =
  (typedAboveCents: Record<string, number>, environment: string) =>
  (found: SessionAndKey & { merchant: Merchant }, at: number): z.output<typeof EnteredConsole> => {
    const { session, merchant } = found;
    return {
      sessionId: session.sessionId,
      access: session.access,
      may: Object.fromEntries(rightEndsOf(session).map(([right, end]) => [right, isoTime(end)])),
      scopes: [...sessionScopesOf(found)],
      merchantId: merchant.merchantId,
      merchantName: merchant.name,
      madeBy: session.maker.kind,
      expiresAt: isoTime(session.endsAt),
      setUps: recentSetUpsOf(merchant, at).map(setUpView),
      typedAboveCents,
      dashboardUrl: dashboardUrlOf(environment),
    };
  };

/** Field by field, so that no hash and no whole id slips through. */
export const consoleKeyView = (key: ApiKeyRecord, at: number): z.output<typeof ConsoleKey> => ({
  idEnd: key.keyId.slice(-4),
  label: key.label ?? null,
  preset: key.preset,
  scopes: [...scopesOf(key.preset)],
  isLive: isLive(key, at),
  createdAt: isoTime(key.createdAt),
  endsAt: isoTimeOrNull(key.endsAt),
});
