import { hashSecret, merchantIdOf } from "../domain/api-key.ts";
import { getItem, putItem, queryItems, updateItem } from "./client.ts";
import { apiKeyKey, type Key, merchantKey } from "./table.ts";

/** A key without its secret: that was shown once, and only its salted hash is here. */
export type ApiKeyRecord = {
  keyId: string;
  merchantId: string;
  label?: string | undefined;
  salt: string;
  hash: string;
  createdAt: number;
  /** Milliseconds; null: does not end. A revoked key has ended, a rotated one will. */
  endsAt: number | null;
};

export type NewApiKey = Omit<ApiKeyRecord, "hash"> & { secret: string };

/** More keys than this for one merchant means that nobody cleans up; the oldest are not shown. */
const MAX_LISTED = 100;

export async function saveApiKey({ secret, ...key }: NewApiKey): Promise<void> {
  const record: ApiKeyRecord = { ...key, hash: hashSecret(secret, key.salt) };
  const item = { ...apiKeyKey(key.merchantId, key.keyId), ...record };
  const outcome = await putItem(item, { ConditionExpression: "attribute_not_exists(pk)" });
  // Ids are random; the same one again can only be our own write whose reply was lost.
  if (!outcome.written && outcome.existing?.hash !== record.hash) throw new Error("An API key id was taken.");
}

export const findApiKey = (keyId: string): Promise<(ApiKeyRecord & Key) | undefined> =>
  getItem(apiKeyKey(merchantIdOf(keyId), keyId));

export const listApiKeys = (merchantId: string): Promise<ApiKeyRecord[]> =>
  queryItems<ApiKeyRecord>({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": merchantKey(merchantId).pk, ":prefix": "KEY#" },
    ConsistentRead: true,
    Limit: MAX_LISTED,
  });

/** Ends a key at a time; conditional on the end that was read, so that two at once cannot both decide. */
export async function endApiKey(key: ApiKeyRecord, endsAt: number): Promise<boolean> {
  const outcome = await updateItem<ApiKeyRecord>(apiKeyKey(key.merchantId, key.keyId), {
    UpdateExpression: "SET endsAt = :endsAt",
    ConditionExpression: "endsAt = :read",
    ExpressionAttributeValues: { ":endsAt": endsAt, ":read": key.endsAt },
  });
  return outcome.written || outcome.existing?.endsAt === endsAt;
}

/** The table removes expired items late; the clock decides, not their presence. */
export const isLive = ({ endsAt }: ApiKeyRecord, at: number): boolean => endsAt === null || endsAt > at;
