import type { Claim } from "../domain/claim.ts";
import type { AccountOrder, AccountState, ConnectedAccount } from "../domain/onboarding.ts";
import type { ClaimedRecord } from "./claims.ts";
import { getItem, updateItem } from "./client.ts";
import type { Merchant } from "./merchants.ts";
import { accountCreationKey, merchantKey } from "./table.ts";

/** The claim of a merchant's one account, with what every resume sends to the processor. */
export type AccountCreation = ClaimedRecord & { merchantId: string; order: AccountOrder };

export const newAccountCreation = (
  merchantId: string,
  order: AccountOrder,
): Omit<AccountCreation, keyof Claim> => ({ ...accountCreationKey(merchantId), merchantId, order });

export const findAccountCreation = (merchantId: string): Promise<AccountCreation | undefined> =>
  getItem<AccountCreation>(accountCreationKey(merchantId));

const NO_ACCOUNT_YET = "attribute_exists(pk) AND attribute_not_exists(#account.processorAccountId)";

/** Gives the merchant its account, unless it has one: then that one stands, and is answered. */
export async function attachAccount(
  merchantId: string,
  account: { processorAccountId: string } & AccountState,
): Promise<Merchant> {
  const outcome = await updateItem<Merchant>(merchantKey(merchantId), {
    UpdateExpression: "SET #account = :account",
    ConditionExpression: NO_ACCOUNT_YET,
    ExpressionAttributeNames: { "#account": "account" },
    ExpressionAttributeValues: { ":account": { ...account, version: 1 } },
  });
  const merchant = outcome.written ? outcome.item : outcome.existing;
  if (!merchant) throw new Error("A merchant disappeared from the ledger.");
  return merchant;
}

const UNCHANGED = "#account.processorAccountId = :accountId AND #account.#version = :read";
/** A record of before the account had a version. */
const NEVER_SAVED = "#account.processorAccountId = :accountId AND attribute_not_exists(#account.#version)";

/** Writes what the processor said onto the version that was read before it was asked; undefined: someone was faster. */
export async function saveAccountState(
  merchantId: string,
  { processorAccountId, version }: ConnectedAccount,
  state: AccountState,
): Promise<Merchant | undefined> {
  const account = { processorAccountId, ...state, version: (version ?? 0) + 1 };
  const outcome = await updateItem<Merchant>(merchantKey(merchantId), {
    UpdateExpression: "SET #account = :account",
    ConditionExpression: version === undefined ? NEVER_SAVED : UNCHANGED,
    ExpressionAttributeNames: { "#account": "account", "#version": "version" },
    ExpressionAttributeValues: {
      ":account": account,
      ":accountId": processorAccountId,
      ...(version !== undefined && { ":read": version }),
    },
  });
  return outcome.written ? outcome.item : undefined;
}
