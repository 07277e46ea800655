import {
  composeApiKey,
  isLive,
  KEY_GRACE_SECONDS,
  type Preset,
  requirePreset,
} from "../../domain/access/api-key.ts";
import { saltAndHash } from "../../domain/access/credential.ts";
import { requireGrace } from "../../domain/access/grace.ts";
import { requireNotErased } from "../../domain/erasure.ts";
import { Failure } from "../../domain/failure.ts";
import {
  type ApiKeyRecord,
  findApiKey,
  markRevoked,
  markRotated,
  saveApiKey,
} from "../../ledger/api-keys.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { type Change, recordAudit } from "../record-audit.ts";

/** The key is in the answer and nowhere else: it cannot be shown again. */
export type IssuedKey = { keyId: string; apiKey: string };

type KeyTerms = {
  merchantId: string;
  label?: string | undefined;
  endsAt?: number | null | undefined;
  /** What the key may do, for as long as it lives. Absent: everything. */
  preset?: string | undefined;
};

export async function issueApiKey(terms: KeyTerms, change: Change): Promise<IssuedKey> {
  const merchant = await findMerchant(terms.merchantId);
  if (!merchant) throw new Failure("not_found", "There is no such merchant.");
  requireNotErased(merchant);
  const { endsAt } = terms;
  if (typeof endsAt === "number" && endsAt <= change.at) {
    throw new Failure("invalid_request", "The end of the key must be in the future.");
  }
  const preset = requirePreset(terms.preset ?? "full");
  const key = composeApiKey(terms.merchantId, change.random);
  await recordAudit(terms.merchantId, { action: "issue-key", subject: `${key.keyId}, ${preset}` }, change);
  return save({ ...terms, preset }, key, change);
}

async function save(
  { merchantId, label, endsAt = null, preset }: KeyTerms & { preset: Preset },
  { keyId, secret, apiKey }: IssuedKey & { secret: string },
  { at, random }: Change,
): Promise<IssuedKey> {
  const kept = saltAndHash(secret, random);
  await saveApiKey({ keyId, merchantId, label, preset, ...kept, createdAt: at, endsAt });
  return { keyId, apiKey };
}

/** A new key first, then the old one's end: a crash in between leaves two keys that work, never none. */
export async function rotateApiKey(
  keyId: string,
  graceSeconds: number,
  change: Change,
): Promise<IssuedKey & { previousEndsAt: number }> {
  requireGrace(graceSeconds, KEY_GRACE_SECONDS.longest);
  const key = await requireLiveKey(keyId, change.at);
  if (key.successorId) throw rotatedAlready(key.successorId);
  const successor = composeApiKey(key.merchantId, change.random);
  const subject = `${keyId} by ${successor.keyId}, ${key.preset}`;
  await recordAudit(key.merchantId, { action: "rotate-key", subject }, change);
  const issued = await save(successorOf(key, change.at), successor, change);
  const previousEndsAt = Math.min(key.endsAt ?? Infinity, change.at + graceSeconds * 1000);
  if (await markRotated(key, { successorId: issued.keyId, endsAt: previousEndsAt })) {
    return { ...issued, previousEndsAt };
  }
  // This key is never shown, so it must open nothing.
  await markRevoked({ merchantId: key.merchantId, keyId: issued.keyId }, change.at);
  throw rotatedAlready();
}

export async function revokeApiKey(keyId: string, change: Change): Promise<ApiKeyRecord> {
  const key = await requireLiveKey(keyId, change.at);
  await recordAudit(key.merchantId, { action: "revoke-key", subject: keyId }, change);
  await markRevoked(key, change.at);
  return key;
}

/** It may do the same, and a key that was to live for thirty days is followed by one that lives for thirty days. */
const successorOf = (
  { merchantId, label, preset, createdAt, endsAt }: ApiKeyRecord,
  at: number,
): KeyTerms & { preset: Preset } => ({
  merchantId,
  label,
  preset,
  endsAt: endsAt === null ? null : at + (endsAt - createdAt),
});

async function requireLiveKey(keyId: string, at: number): Promise<ApiKeyRecord> {
  const key = await findApiKey(keyId);
  if (!key || !isLive(key, at)) throw new Failure("not_found", "There is no such key, or it has ended.");
  return key;
}

const rotatedAlready = (successorId = "its successor"): Failure =>
  new Failure(
    "rotation_in_progress",
    `This key was already rotated and is in its grace period. Rotate ${successorId} instead.`,
  );
