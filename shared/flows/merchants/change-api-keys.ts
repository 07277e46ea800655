import { composeApiKey, KEY_GRACE_SECONDS } from "../../domain/api-key.ts";
import { Failure } from "../../domain/failure.ts";
import { requireGrace } from "../../domain/grace.ts";
import {
  type ApiKeyRecord,
  findApiKey,
  isLive,
  markRevoked,
  markRotated,
  saveApiKey,
} from "../../ledger/api-keys.ts";
import { findMerchant } from "../../ledger/merchants.ts";
import { type Edge, leaveTrace } from "./record-audit.ts";

const SALT_BYTES = 16;

/** The key is in the answer and nowhere else: it cannot be shown again. */
export type IssuedKey = { keyId: string; apiKey: string };

type KeyOrder = { merchantId: string; label?: string | undefined; endsAt?: number | null | undefined };

export async function issueApiKey(order: KeyOrder, edge: Edge): Promise<IssuedKey> {
  if (!(await findMerchant(order.merchantId))) throw new Failure("not_found", "There is no such merchant.");
  const { endsAt } = order;
  if (typeof endsAt === "number" && endsAt <= edge.at) {
    throw new Failure("invalid_request", "The key would end before it begins.");
  }
  const key = composeApiKey(order.merchantId, edge.random);
  await leaveTrace(order.merchantId, { action: "issue-key", subject: key.keyId }, edge);
  return save(order, key, edge);
}

async function save(
  { merchantId, label, endsAt = null }: KeyOrder,
  { keyId, secret, apiKey }: IssuedKey & { secret: string },
  { at, random }: Edge,
): Promise<IssuedKey> {
  const salt = Buffer.from(random(SALT_BYTES)).toString("hex");
  await saveApiKey({ keyId, merchantId, label, secret, salt, createdAt: at, endsAt });
  return { keyId, apiKey };
}

/** A new key first, then the old one's end: whoever dies in between leaves two keys that work, never none. */
export async function rotateApiKey(
  keyId: string,
  graceSeconds: number,
  edge: Edge,
): Promise<IssuedKey & { previousEndsAt: number }> {
  requireGrace(graceSeconds, KEY_GRACE_SECONDS.longest);
  const key = await liveKey(keyId, edge.at);
  if (key.successorId) throw rotatedAlready(key.successorId);
  await leaveTrace(key.merchantId, { action: "rotate-key", subject: keyId }, edge);
  const issued = await save(successorOf(key, edge.at), composeApiKey(key.merchantId, edge.random), edge);
  const previousEndsAt = Math.min(key.endsAt ?? Infinity, edge.at + graceSeconds * 1000);
  if (await markRotated(key, { successorId: issued.keyId, endsAt: previousEndsAt })) {
    return { ...issued, previousEndsAt };
  }
  // Nobody will ever be shown this key, so nobody may use it.
  await markRevoked({ merchantId: key.merchantId, keyId: issued.keyId }, edge.at);
  throw rotatedAlready();
}

export async function revokeApiKey(keyId: string, edge: Edge): Promise<ApiKeyRecord> {
  const key = await liveKey(keyId, edge.at);
  await leaveTrace(key.merchantId, { action: "revoke-key", subject: keyId }, edge);
  await markRevoked(key, edge.at);
  return key;
}

/** A key that was to live for thirty days is followed by one that lives for thirty days. */
const successorOf = ({ merchantId, label, createdAt, endsAt }: ApiKeyRecord, at: number): KeyOrder => ({
  merchantId,
  label,
  endsAt: endsAt === null ? null : at + (endsAt - createdAt),
});

async function liveKey(keyId: string, at: number): Promise<ApiKeyRecord> {
  const key = await findApiKey(keyId);
  if (!key || !isLive(key, at)) throw new Failure("not_found", "There is no such key, or it has ended.");
  return key;
}

const rotatedAlready = (successorId = "its successor"): Failure =>
  new Failure(
    "rotation_in_progress",
    `This key was rotated already and is in its grace; rotate ${successorId} instead.`,
  );
