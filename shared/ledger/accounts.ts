import type { AccountState, AccountTerms, ConnectedAccount } from "../domain/onboarding.ts";
import { type Claim, REFUSED_CLAIM_TTL_SECONDS } from "../domain/payments/claim.ts";
import { expiryAt } from "../domain/time.ts";
import type { ClaimedRecord } from "./claim-writes.ts";
import { getItem, updateItem, type WriteOutcome } from "./client.ts";
import { RECORDED } from "./conditions.ts";
import { OFF_THE_LIST } from "./due.ts";
import type { Merchant } from "./merchants.ts";
import { accountCreationKey, merchantKey } from "./table.ts";

/** The claim of a merchant's one account, with what every resume sends to the processor. */
export type AccountCreation = ClaimedRecord & {
  merchantId: string;
  /** Its terms, under the name that is stored: read by accountTermsOf. */
  order: AccountTerms;
};

export const accountTermsOf = ({ order }: Pick<AccountCreation, "order">): AccountTerms => order;

export const newAccountCreation = (
  merchantId: string,
  terms: AccountTerms,
): Omit<AccountCreation, keyof Claim> => ({ ...accountCreationKey(merchantId), merchantId, order: terms });

export const findAccountCreation = (merchantId: string): Promise<AccountCreation | undefined> =>
  getItem<AccountCreation>(accountCreationKey(merchantId));

/**
 * The account of this creation was detached, so the next one may be made, under the next generation. On the claim as
 * it was read: a claim of the next generation, which another request has begun meanwhile, must not be freed.
 */
export const freeAccountCreation = ({ pk, sk, ownerToken }: AccountCreation, at: number): Promise<unknown> =>
  updateItem(
    { pk, sk },
    {
      UpdateExpression: `SET #state = :refused, expiresAt = :expiresAt REMOVE answer, ${OFF_THE_LIST}`,
      ConditionExpression: "ownerToken = :read AND #state <> :refused",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: {
        ":read": ownerToken,
        ":refused": "refused",
        ":expiresAt": expiryAt(at, REFUSED_CLAIM_TTL_SECONDS),
      },
    },
  );

const NO_ACCOUNT_YET = `${RECORDED} AND attribute_not_exists(#account.processorAccountId)`;
const WAS_DETACHED = "contains(formerAccountIds, :accountId)";

type AttachedAccount = { processorAccountId: string } & AccountState;

/** Gives the merchant its account, unless it has one, or this one was detached: then what stands is answered. */
export const attachAccount = (merchantId: string, account: AttachedAccount): Promise<Merchant> =>
  attachWhere(`${NO_ACCOUNT_YET} AND NOT ${WAS_DETACHED}`, merchantId, account);

/** Gives the merchant an account back that was detached, unless it has one: then what stands is answered. */
export const reattachAccount = (merchantId: string, account: AttachedAccount): Promise<Merchant> =>
  attachWhere(`${NO_ACCOUNT_YET} AND ${WAS_DETACHED}`, merchantId, account);

const attachWhere = async (
  condition: string,
  merchantId: string,
  account: AttachedAccount,
): Promise<Merchant> =>
  standing(
    await updateItem<Merchant>(merchantKey(merchantId), {
      UpdateExpression: "SET #account = :account",
      ConditionExpression: condition,
      ExpressionAttributeNames: { "#account": "account" },
      ExpressionAttributeValues: {
        ":account": { ...account, version: 1 },
        ":accountId": account.processorAccountId,
      },
    }),
  );

/** Takes the account away from its merchant, and remembers it, in one write. Answers the merchant as it stands then. */
export const saveDetachment = async (merchantId: string, processorAccountId: string): Promise<Merchant> =>
  standing(
    await updateItem<Merchant>(merchantKey(merchantId), {
      UpdateExpression:
        "SET #account = :none, formerAccountIds = list_append(if_not_exists(formerAccountIds, :empty), :former)",
      ConditionExpression: "#account.processorAccountId = :accountId",
      ExpressionAttributeNames: { "#account": "account" },
      ExpressionAttributeValues: {
        ":none": null,
        ":empty": [],
        ":former": [processorAccountId],
        ":accountId": processorAccountId,
      },
    }),
  );

function standing(outcome: WriteOutcome<Merchant>): Merchant {
  const merchant = outcome.written ? outcome.item : outcome.existing;
  if (!merchant) throw new Error("A merchant disappeared from the ledger.");
  return merchant;
}

const UNCHANGED = "#account.processorAccountId = :accountId AND #account.#version = :read";
/** A record that an older release wrote, before the account had a version. */
const NEVER_SAVED = "#account.processorAccountId = :accountId AND attribute_not_exists(#account.#version)";

/**
 * Writes what the processor said onto the version that was read before it was asked; undefined: another request was
 * faster.
 */
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
