import { merchantIdOf } from "../domain/access/api-key.ts";
import { getItem } from "./client.ts";
import { absent, absentOr, RECORDED, UNSEEN } from "./expressions.ts";
import { putItem, queryPage, updateItem } from "./items.ts";
import { apiKeyKey, apiKeyPartition, type Key } from "./table.ts";

/** A key without its secret: that was shown once, and only its salted hash is here. */
export type ApiKeyRecord = {
  keyId: string;
  merchantId: string;
  label?: string | undefined;
  /** What it may do (see domain/access/preset.ts); one that this release does not know opens nothing. */
  preset: string;
  salt: string;
  hash: string;
  createdAt: number;
  /** Milliseconds; null: does not end. A revoked key has ended, a rotated one will. */
  endsAt: number | null;
  /** The key that took over when this one was rotated. */
  successorId?: string | undefined;
  revokedAt?: number | undefined;
};

/**
 * A key that may not do everything has its hash under another name, and here one that no secret has: a release that
 * knows no presets, during a deployment or after a rollback, refuses it instead of taking it for a full one.
 */
const NO_HASH = "0".repeat(64);

/**
 * Such a release has an operator's command line too, whose rotation would make a full key of it. A key that has a
 * successor is not rotated, so each of these has one from the beginning, which is none.
 */
const NO_SUCCESSOR = "key_of_a_later_release";

const storedKey = ({ preset, hash, ...key }: ApiKeyRecord) =>
  preset === "full"
    ? { ...key, hash }
    : { ...key, hash: NO_HASH, preset, presetHash: hash, successorId: NO_SUCCESSOR };

export type StoredKey = Omit<ApiKeyRecord, "preset"> & { preset?: string; presetHash?: string };

/** A key that was made before there were presets is a full one. */
export function apiKeyOf({ preset = "full", presetHash, successorId, ...key }: StoredKey): ApiKeyRecord {
  return {
    ...key,
    preset,
    hash: preset === "full" ? key.hash : (presetHash ?? NO_HASH),
    successorId: successorId === NO_SUCCESSOR ? undefined : successorId,
  };
}

export async function saveApiKey(key: ApiKeyRecord): Promise<void> {
  const item = { ...apiKeyKey(key.merchantId, key.keyId), ...storedKey(key) };
  const outcome = await putItem(item, UNSEEN);
  if (outcome.written) return;
  // Ids are random; the same one again can only be our own write whose reply was lost.
  const existing = outcome.existing && apiKeyOf(outcome.existing);
  if (existing?.hash !== key.hash) throw new Error("An API key id was taken.");
}

export async function findApiKey(keyId: string): Promise<ApiKeyRecord | undefined> {
  const found = await getItem<StoredKey>(apiKeyKey(merchantIdOf(keyId), keyId));
  return found && apiKeyOf(found);
}

const PAGE = 100;

/** All of them, however many have ended: their ids have no order, and a key that is not shown is not revoked either. */
export async function listApiKeys(merchantId: string): Promise<ApiKeyRecord[]> {
  const keys: ApiKeyRecord[] = [];
  let after: string | undefined = "!";
  do {
    const { items, isCutOff }: Awaited<ReturnType<typeof queryKeys>> = await queryKeys(merchantId, after);
    keys.push(...items.map(apiKeyOf));
    after = isCutOff ? items.at(-1)?.sk : undefined;
  } while (after !== undefined);
  return keys;
}

const queryKeys = (merchantId: string, after: string) =>
  queryPage<StoredKey & Key>({ partition: apiKeyPartition(merchantId), after, limit: PAGE });

/** A key has one successor: of two rotations at once, the second learns that it came too late. */
export async function markRotated(
  key: ApiKeyRecord,
  rotation: { successorId: string; endsAt: number },
): Promise<boolean> {
  const outcome = await updateItem<ApiKeyRecord>(apiKeyKey(key.merchantId, key.keyId), {
    set: rotation,
    onlyIf: [RECORDED, { successorId: absentOr(NO_SUCCESSOR), revokedAt: absent }],
  });
  return outcome.written || outcome.existing?.successorId === rotation.successorId;
}

/** Whatever else happens to the key: a revocation wins. */
export async function markRevoked(
  key: Pick<ApiKeyRecord, "merchantId" | "keyId">,
  at: number,
): Promise<void> {
  await updateItem<ApiKeyRecord>(apiKeyKey(key.merchantId, key.keyId), {
    set: { endsAt: at, revokedAt: at },
    onlyIf: [RECORDED, { revokedAt: absent }],
  });
}
