import { hashSecret, secretMatches } from "../domain/api-key.ts";
import type { CallbackEndpoint } from "../domain/callback-endpoint.ts";
import type { FeePolicy } from "../domain/fee.ts";
import type { ConnectedAccount } from "../domain/onboarding.ts";
import { getItem, getItems, putItem, updateItem } from "./client.ts";
import { accountKey, apiKeyKey, merchantKey } from "./table.ts";

export type Merchant = {
  merchantId: string;
  name: string;
  /** null: the environment's default policy applies. */
  feePolicy: FeePolicy | null;
  account: ConnectedAccount | null;
  /** Absent until a callback URL is set. */
  callback?: CallbackEndpoint;
  createdAt: number;
};

export type ApiKeyRecord = {
  keyId: string;
  merchantId: string;
  salt: string;
  hash: string;
  createdAt: number;
  /** Milliseconds; null: does not end. A revoked key has ended. */
  endsAt: number | null;
};

const UNSEEN = { ConditionExpression: "attribute_not_exists(pk)" };

/** false when the merchant exists already. */
export async function createMerchant(merchant: Merchant): Promise<boolean> {
  return (await putItem({ ...merchantKey(merchant.merchantId), ...merchant }, UNSEEN)).written;
}

export const findMerchant = (merchantId: string): Promise<Merchant | undefined> =>
  getItem<Merchant>(merchantKey(merchantId));

/** The endpoint has its own version, so that a change of the account beside it is no conflict. false: it was. */
export async function saveCallbackEndpoint(merchantId: string, endpoint: CallbackEndpoint): Promise<boolean> {
  const outcome = await updateItem(merchantKey(merchantId), {
    UpdateExpression: "SET callback = :endpoint",
    ConditionExpression:
      "attribute_exists(pk) AND (attribute_not_exists(callback) OR callback.#version = :read)",
    ExpressionAttributeNames: { "#version": "version" },
    ExpressionAttributeValues: { ":endpoint": endpoint, ":read": endpoint.version - 1 },
  });
  return outcome.written;
}

export async function findMerchantOfAccount(processorAccountId: string): Promise<Merchant | undefined> {
  const link = await getItem<{ merchantId: string }>(accountKey(processorAccountId));
  return link && (await findMerchant(link.merchantId));
}

/** Which merchant an account's events and objects belong to. */
export async function linkAccount(processorAccountId: string, merchantId: string): Promise<void> {
  const link = { ...accountKey(processorAccountId), processorAccountId, merchantId };
  const outcome = await putItem(link, UNSEEN);
  if (outcome.written || outcome.existing?.merchantId === merchantId) return;
  throw new Error("A connected account belongs to another merchant already.");
}

export async function saveApiKey(key: {
  keyId: string;
  merchantId: string;
  secret: string;
  salt: string;
  at: number;
}) {
  const record: ApiKeyRecord = {
    keyId: key.keyId,
    merchantId: key.merchantId,
    salt: key.salt,
    hash: hashSecret(key.secret, key.salt),
    createdAt: key.at,
    endsAt: null,
  };
  await putItem({ ...apiKeyKey(key.merchantId, key.keyId), ...record }, UNSEEN);
}

/** One read for the key and its merchant; undefined when the key does not (or no longer) open anything. */
export async function authenticate(
  presented: { keyId: string; merchantId: string; secret: string },
  at: number,
): Promise<Merchant | undefined> {
  const items = await getItems([
    apiKeyKey(presented.merchantId, presented.keyId),
    merchantKey(presented.merchantId),
  ]);
  const key = items.find((item) => item.keyId === presented.keyId) as ApiKeyRecord | undefined;
  const merchant = items.find((item) => item.sk === "MERCHANT") as Merchant | undefined;
  if (!key || !merchant || !secretMatches(presented.secret, key)) return undefined;
  // The table removes expired items late; the clock decides, not their presence.
  return key.endsAt === null || key.endsAt > at ? merchant : undefined;
}
