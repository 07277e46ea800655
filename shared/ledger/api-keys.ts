import type { Preset } from "../domain/access/api-key.ts";
import { merchantIdOf } from "../domain/access/api-key.ts";
import { getItem } from "./client.ts";
import { absent, putItem, queryPage, RECORDED, UNSEEN, updateItem } from "./expressions.ts";
import { apiKeyKey, apiKeyPartition, type Key } from "./table.ts";

/** The secret is shown once; only its salted hash is stored. */
export type ApiKeyRecord = {
  keyId: string;
  merchantId: string;
  label?: string | undefined;
  /** What it may do. */
  preset: Preset;
  salt: string;
  hash: string;
  createdAt: number;
  /** Milliseconds; null: does not end. A revoked key has ended, a rotated one will. */
  endsAt: number | null;
  successorId?: string | undefined;
  revokedAt?: number | undefined;
};

export async function saveApiKey(key: ApiKeyRecord): Promise<void> {
  const item = { ...apiKeyKey(key.merchantId, key.keyId), ...key };
  const { written } = await putItem(item, UNSEEN, { knownBy: "hash" });
  if (!written) throw new Error("An API key id was taken.");
}

export const findApiKey = (keyId: string): Promise<ApiKeyRecord | undefined> =>
  getItem<ApiKeyRecord>(apiKeyKey(merchantIdOf(keyId), keyId));

const PAGE = 100;

/** All of them, also those that have ended. Ids have no order, and a key that is not listed cannot be revoked. */
export async function listApiKeys(merchantId: string): Promise<ApiKeyRecord[]> {
  const keys: ApiKeyRecord[] = [];
  let after: string | undefined = "!";
  do {
    const { items, isCutOff }: Awaited<ReturnType<typeof queryKeys>> = await queryKeys(merchantId, after);
    keys.push(...items);
    after = isCutOff ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
  return keys;
}

const queryKeys = (merchantId: string, after: string) =>
  queryPage<ApiKeyRecord & Key>({ partition: apiKeyPartition(merchantId), after, limit: PAGE });

/** A key has one successor: of two rotations at once, the second learns that it came too late. */
export async function markRotated(
  key: ApiKeyRecord,
  rotation: { successorId: string; endsAt: number },
): Promise<boolean> {
  const { written } = await updateItem<ApiKeyRecord>(apiKeyKey(key.merchantId, key.keyId), {
    set: rotation,
    onlyIf: [RECORDED, { successorId: absent, revokedAt: absent }],
    knownBy: "successorId",
  });
  return written;
}

/** A revocation wins over every other change. */
export async function markRevoked(
  key: Pick<ApiKeyRecord, "merchantId" | "keyId">,
  at: number,
): Promise<void> {
  await updateItem<ApiKeyRecord>(apiKeyKey(key.merchantId, key.keyId), {
    set: { endsAt: at, revokedAt: at },
    onlyIf: [RECORDED, { revokedAt: absent }],
  });
}
