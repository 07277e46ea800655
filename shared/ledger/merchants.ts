import { isDeepStrictEqual } from "node:util";
import type { Preset } from "../domain/access/api-key.ts";
import { isOpenedBy } from "../domain/access/api-key.ts";
import type { CallbackEndpoints } from "../domain/events/callback-endpoint.ts";
import { Failure } from "../domain/failure.ts";
import type { ConnectedAccount } from "../domain/onboarding.ts";
import type { Page } from "../domain/page.ts";
import type { FeeSettings } from "../domain/payments/fee-policy.ts";
import { warmMap } from "../runtime/invocation.ts";
import type { ApiKeyRecord } from "./api-keys.ts";
import { getItem, getItems, SentTooLate } from "./client.ts";
import { absent, NOT_ERASED, putItem, RECORDED, UNSEEN, updateItem } from "./expressions.ts";
import { listItems } from "./lists.ts";
import { accountKey, apiKeyKey, DIRECTORY, itemUnder, type Key, merchantKey, timeSort } from "./table.ts";

export type Merchant = FeeSettings & {
  merchantId: string;
  name: string;
  account: ConnectedAccount | null;
  /**
   * Accounts that were detached, in this order: their events still belong to this merchant, but none is attached again,
   * unless by an operator: then it is `account` and stays among these, too.
   */
  formerAccountIds?: string[];
  /** Of what is shown since the last account was detached, while there is no other. */
  detachedVersion?: number;
  /** Absent until the first one is created. */
  callbackEndpoints?: CallbackEndpoints;
  createdAt: number;
  /** Erased on request (flows/merchants/erase-merchant.ts): no key opens anything, no event is accepted. */
  erasedAt?: number;
};

/** false when the merchant exists already. */
export async function createMerchant(merchant: Merchant): Promise<boolean> {
  const listing = { directory: DIRECTORY, directorySort: directorySort(merchant) };
  const item = { ...merchantKey(merchant.merchantId), ...merchant, ...listing };
  return (await putItem(item, UNSEEN)).written;
}

/** Where a merchant stands among all. */
export type MerchantPlace = Pick<Merchant, "createdAt" | "merchantId">;

export const listMerchants = (limit: number, after?: MerchantPlace): Promise<Page<Merchant & Key>> =>
  listItems({ index: "merchants", partition: DIRECTORY, limit, before: after && directorySort(after) });

const PAGE = 100;

/** Newest first. */
export async function* merchantPages(from?: MerchantPlace): AsyncGenerator<Merchant[]> {
  let after = from;
  do {
    const { items, hasMore }: Page<Merchant> = await listMerchants(PAGE, after);
    yield items;
    after = hasMore ? items.at(-1) : undefined;
  } while (after);
}

const directorySort = ({ createdAt, merchantId }: MerchantPlace): string => timeSort(createdAt, merchantId);

/** false: another one was set since the merchant was read. */
export async function saveFeePolicy(
  { merchantId, feePolicyNumber }: Pick<Merchant, "merchantId" | "feePolicyNumber">,
  settings: Required<FeeSettings>,
): Promise<boolean> {
  const outcome = await updateItem<Merchant>(merchantKey(merchantId), {
    set: settings,
    onlyIf: [RECORDED, { feePolicyNumber: feePolicyNumber ?? absent }],
  });
  // It may be our own write whose reply was lost.
  return outcome.written || isDeepStrictEqual(outcome.existing?.feePolicies, settings.feePolicies);
}

export const findMerchant = (merchantId: string): Promise<Merchant | undefined> =>
  getItem<Merchant>(merchantKey(merchantId));

/**
 * They have their own version, so that a change of the account beside them is no conflict. false: they were changed since they
 * were read, or taken away by an erasure, which a change that was read before must not undo; or it would be written too late.
 */
export async function saveCallbackEndpoints(
  merchantId: string,
  callbackEndpoints: CallbackEndpoints,
  { notAfterMs }: { notAfterMs?: number } = {},
): Promise<boolean> {
  const read = callbackEndpoints.version - 1;
  try {
    const outcome = await updateItem<Merchant>(merchantKey(merchantId), {
      set: { callbackEndpoints },
      notAfterMs,
      onlyIf: [
        RECORDED,
        NOT_ERASED,
        read === 0 ? { callbackEndpoints: absent } : { "callbackEndpoints.version": read },
      ],
    });
    // It may be our own write whose reply was lost: then its secret must be shown.
    return outcome.written || isDeepStrictEqual(outcome.existing?.callbackEndpoints, callbackEndpoints);
  } catch (error) {
    if (error instanceof SentTooLate) return false;
    throw error;
  }
}

/**
 * An account never changes its merchant, not even when it is detached, so a warm function may remember the merchant.
 * Whether it is attached is never remembered: the merchant's record says that.
 */
const owners = /* @__PURE__ */ warmMap<string, string>("owners of accounts");
const MAX_REMEMBERED = 10_000;

/** For operators, who name a merchant by its id; a merchant itself is known by its key. */
export async function getMerchant(merchantId: string): Promise<Merchant> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Failure("not_found", `There is no merchant ${merchantId}.`);
  return merchant;
}

export async function findMerchantOfAccount(processorAccountId: string): Promise<Merchant | undefined> {
  const known = owners().get(processorAccountId);
  if (known) return findMerchant(known);
  const link = await getItem<AccountLink>(accountKey(processorAccountId));
  if (!link) return undefined;
  if (owners().size >= MAX_REMEMBERED) owners().clear();
  owners().set(processorAccountId, link.merchantId);
  return findMerchant(link.merchantId);
}

export type AccountLink = {
  processorAccountId: string;
  merchantId: string;
  linkedAt: number;
};

export async function linkAccount(
  processorAccountId: string,
  merchantId: string,
  linkedAt: number,
): Promise<void> {
  const link = { ...accountKey(processorAccountId), processorAccountId, merchantId, linkedAt };
  const outcome = await putItem(link, UNSEEN);
  if (outcome.written || outcome.existing?.merchantId === merchantId) return;
  throw new Error("A connected account belongs to another merchant already.");
}

/** One read for the key and its merchant; undefined when the key does not (or no longer) open anything. */
export async function authenticate(
  presented: { keyId: string; merchantId: string; secret: string },
  at: number,
): Promise<{ merchant: Merchant; preset: Preset } | undefined> {
  const { merchantId, keyId, secret } = presented;
  const keys = [apiKeyKey(merchantId, keyId), merchantKey(merchantId)] as const;
  const items = await getItems(keys);
  const key = itemUnder<ApiKeyRecord>(keys[0], items);
  const merchant = itemUnder<Merchant>(keys[1], items);
  if (!key || !merchant || merchant.erasedAt !== undefined) return undefined;
  return isOpenedBy(secret, key, at) ? { merchant, preset: key.preset } : undefined;
}
