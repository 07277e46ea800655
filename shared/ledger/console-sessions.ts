import {
  type ConsoleSession,
  SESSION_PLACES,
  type SessionAndKey,
  type SessionParts,
  sessionPartsOf,
} from "../domain/access/console-session.ts";
import type { SecretHash } from "../domain/access/credential.ts";
import { DAY_SECONDS } from "../domain/time.ts";
import type { ApiKeyRecord } from "./api-keys.ts";
import { getItems } from "./client.ts";
import { above, not, putItem, queryItems, UNSEEN, updateItem } from "./expressions.ts";
import type { Merchant } from "./merchants.ts";
import { apiKeyKey, expiryAt, itemUnder, merchantKey, sessionKey, sessionPartition } from "./table.ts";

/**
 * A merchant has twenty places for sessions. A new session takes a place that is free, or of one that it ends
 * (flows/console/create-session.ts). So at most twenty are open, however many are asked for at once.
 */
const KEPT_SECONDS = 90 * DAY_SECONDS;

type StoredSession = ConsoleSession & { expiresAt: number };

export type FoundSession = SessionAndKey & { merchant: Merchant };

/** One consistent read for the session, its merchant and the key that made it. */
export async function findConsoleSession(parts: SessionParts): Promise<FoundSession | undefined> {
  const { merchantId, keyId, place } = parts;
  const keys = [
    sessionKey(merchantId, place),
    merchantKey(merchantId),
    apiKeyKey(merchantId, keyId),
  ] as const;
  const items = await getItems(keys);
  const session = itemUnder<ConsoleSession>(keys[0], items);
  const merchant = itemUnder<Merchant>(keys[1], items);
  const key = itemUnder<ApiKeyRecord>(keys[2], items);
  if (!session || !merchant || merchant.erasedAt !== undefined) return undefined;
  return { session, merchant, key };
}

export async function listConsoleSessions(merchantId: string): Promise<SessionAndKey[]> {
  const sessions = await queryItems<ConsoleSession>({
    partition: sessionPartition(merchantId),
    limit: SESSION_PLACES,
  });
  const keys = await findKeysOf(merchantId, sessions);
  return sessions
    .map((session) => ({ session, key: keys.get(sessionPartsOf(session.sessionId).keyId) }))
    .sort((a, b) => b.session.createdAt - a.session.createdAt);
}

async function findKeysOf(
  merchantId: string,
  sessions: ConsoleSession[],
): Promise<Map<string, ApiKeyRecord>> {
  const ids = new Set(sessions.flatMap(({ maker }) => (maker.kind === "key" ? [maker.keyId] : [])));
  if (ids.size === 0) return new Map();
  const found = await getItems<ApiKeyRecord>([...ids].map((keyId) => apiKeyKey(merchantId, keyId)));
  return new Map(found.map((key) => [key.keyId, key]));
}

/** false: that session was entered, or another one has taken the place since. */
export async function createConsoleSession(
  session: ConsoleSession,
  former: ConsoleSession | undefined,
): Promise<boolean> {
  const { merchantId, place } = sessionPartsOf(session.sessionId);
  const item = { ...sessionKey(merchantId, place), ...session, expiresAt: keptUntil(session.endsAt) };
  const isFree = former ? { sessionId: former.sessionId, state: former.state } : UNSEEN;
  return (await putItem(item, isFree, { knownBy: "sessionId" })).written;
}

export type Entry = { opener: SecretHash; enteredAt: number; endsAt: number };

export type EntryOutcome =
  | { kind: "entered"; session: ConsoleSession }
  | { kind: "used_before" }
  | { kind: "gone" };

export async function saveEntry(
  { sessionId }: ConsoleSession,
  { opener, enteredAt, endsAt }: Entry,
): Promise<EntryOutcome> {
  const { merchantId, place } = sessionPartsOf(sessionId);
  const outcome = await updateItem<StoredSession>(sessionKey(merchantId, place), {
    set: { state: "live", opener, enteredAt, endsAt, expiresAt: keptUntil(endsAt) },
    onlyIf: { sessionId, state: "offered", endsAt: above(enteredAt) },
    knownBy: "opener.hash",
  });
  if (outcome.written) return { kind: "entered", session: outcome.item };
  const { existing } = outcome;
  const isEntered = existing?.sessionId === sessionId && existing.state === "live";
  return { kind: isEntered ? "used_before" : "gone" };
}

/** A second end changes nothing. */
export async function markSessionEnded({ sessionId }: ConsoleSession, at: number): Promise<void> {
  const { merchantId, place } = sessionPartsOf(sessionId);
  await updateItem<ConsoleSession>(sessionKey(merchantId, place), {
    set: { state: "ended", endedAt: at },
    onlyIf: { sessionId, state: not("ended") },
    returnItem: false,
  });
}

const keptUntil = (endsAt: number): number => expiryAt(endsAt, KEPT_SECONDS);
