import { composeApiKey } from "../domain/api-key.ts";
import { Failure } from "../domain/failure.ts";
import { type ApiKeyRecord, endApiKey, findApiKey, isLive, saveApiKey } from "../ledger/api-keys.ts";
import { findMerchant } from "../ledger/merchants.ts";

/** How long a rotated key lives on beside its successor. */
export const KEY_GRACE_SECONDS = { standard: 86_400, longest: 30 * 86_400 };

const SALT_BYTES = 16;

export type Edge = { at: number; random: (size: number) => Uint8Array };

/** The key is in the answer and nowhere else: it cannot be shown again. */
export type IssuedKey = { keyId: string; apiKey: string };

export async function issueApiKey(
  key: { merchantId: string; label?: string | undefined; endsAt?: number | undefined },
  { at, random }: Edge,
): Promise<IssuedKey> {
  if (!(await findMerchant(key.merchantId))) throw new Failure("not_found", "There is no such merchant.");
  const { keyId, secret, apiKey } = composeApiKey(key.merchantId, random);
  const salt = Buffer.from(random(SALT_BYTES)).toString("hex");
  const { merchantId, label, endsAt = null } = key;
  await saveApiKey({ keyId, merchantId, label, secret, salt, createdAt: at, endsAt });
  return { keyId, apiKey };
}

/** A new key first, then the old one's end: whoever dies in between leaves two keys that work, never none. */
export async function rotateApiKey(
  keyId: string,
  graceSeconds: number,
  edge: Edge,
): Promise<IssuedKey & { previousEndsAt: number }> {
  const key = await liveKey(keyId, edge.at);
  if (key.endsAt !== null) {
    throw new Failure("rotation_in_progress", "This key is ending already; rotate its successor instead.");
  }
  const issued = await issueApiKey({ merchantId: key.merchantId, label: key.label }, edge);
  const previousEndsAt = edge.at + graceSeconds * 1000;
  await end(key, previousEndsAt);
  return { ...issued, previousEndsAt };
}

export async function revokeApiKey(keyId: string, at: number): Promise<ApiKeyRecord> {
  const key = await liveKey(keyId, at);
  await end(key, at);
  return key;
}

async function liveKey(keyId: string, at: number): Promise<ApiKeyRecord> {
  const key = await findApiKey(keyId);
  if (!key || !isLive(key, at)) throw new Failure("not_found", "There is no such key, or it has ended.");
  return key;
}

async function end(key: ApiKeyRecord, endsAt: number): Promise<void> {
  if (await endApiKey(key, endsAt)) return;
  throw new Failure("rotation_in_progress", "The key was changed at the same time; look at it again.");
}
