import type { AccountState, AccountTerms, ConnectedAccount } from "../domain/onboarding.ts";
import { type Claim, REJECTED_CLAIM_TTL_SECONDS } from "../domain/payments/claim.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import type { ClaimRecord } from "./claims.ts";
import { getItem, type WriteOutcome } from "./client.ts";
import {
  absent,
  appended,
  type Condition,
  contains,
  lacks,
  not,
  RECORDED,
  updateItem,
  writtenInTime,
} from "./expressions.ts";
import { findMerchant, type Merchant } from "./merchants.ts";
import { accountCreationKey, DUE_ATTRIBUTES, expiryAt, merchantKey, nextVersion } from "./table.ts";

export type AccountCreation = ClaimRecord & {
  merchantId: string;
  terms: AccountTerms;
};

export const newAccountCreation = (
  merchantId: string,
  terms: AccountTerms,
): Omit<AccountCreation, keyof Claim> => ({ ...accountCreationKey(merchantId), merchantId, terms });

export const findAccountCreation = (merchantId: string): Promise<AccountCreation | undefined> =>
  getItem<AccountCreation>(accountCreationKey(merchantId));

/**
 * The account of this creation was detached, so the next one may be made, under the next key. The condition keeps a
 * claim that another request has begun since.
 */
export const freeAccountCreation = ({ pk, sk, ownerToken }: AccountCreation, at: number): Promise<unknown> =>
  updateItem<AccountCreation>(
    { pk, sk },
    {
      set: { state: "rejected", expiresAt: expiryAt(at, REJECTED_CLAIM_TTL_SECONDS) },
      remove: ["answer", ...DUE_ATTRIBUTES],
      onlyIf: { ownerToken, state: not("rejected") },
    },
  );

type InTime = { notAfterMs?: number | undefined };

type AttachedAccount = { processorAccountId: string } & AccountState;

/**
 * Gives the merchant its account, unless it has one or this one was detached. Answers the account that the merchant
 * has then.
 */
export const attachAccount = (
  merchantId: string,
  account: AttachedAccount,
  inTime: InTime = {},
): Promise<Merchant> =>
  attach(merchantId, account, { onlyIf: { formerAccountIds: lacks(account.processorAccountId) }, ...inTime });

/**
 * Gives a detached account back to its merchant, unless it has one. Answers the account that the merchant has then.
 */
export const reattachAccount = (
  merchantId: string,
  account: AttachedAccount,
  inTime: InTime = {},
): Promise<Merchant> =>
  attach(merchantId, account, {
    onlyIf: { formerAccountIds: contains(account.processorAccountId) },
    ...inTime,
  });

/** Its version is above that of what was shown while the merchant had no account. */
async function attach(
  merchantId: string,
  account: AttachedAccount,
  { onlyIf, notAfterMs }: { onlyIf: Condition<Merchant> } & InTime,
): Promise<Merchant> {
  const { detachedVersion = 0 } = (await findMerchant(merchantId)) ?? {};
  const outcome = await updateItem<Merchant>(merchantKey(merchantId), {
    set: { account: { ...account, version: nextVersion(detachedVersion, writeTimeMs()) } },
    onlyIf: [RECORDED, { "account.processorAccountId": absent }, onlyIf],
    notAfterMs,
  });
  return standing(outcome);
}

/** Writes on the version that was read; undefined: another request was faster. */
export const saveDetachment = (
  merchantId: string,
  { processorAccountId, version }: ConnectedAccount,
  { notAfterMs }: InTime,
): Promise<Merchant | undefined> =>
  writtenInTime(
    updateItem<Merchant>(merchantKey(merchantId), {
      set: {
        account: null,
        formerAccountIds: appended(processorAccountId),
        detachedVersion: nextVersion(version, writeTimeMs()),
      },
      onlyIf: { "account.processorAccountId": processorAccountId, "account.version": version },
      notAfterMs,
    }),
  );

function standing(outcome: WriteOutcome<Merchant>): Merchant {
  const merchant = outcome.written ? outcome.item : outcome.existing;
  if (!merchant) throw new Error("A merchant disappeared from the ledger.");
  return merchant;
}

/** Writes on the version that was read before the processor was asked; undefined: another request was faster. */
export const saveAccountState = (
  merchantId: string,
  { processorAccountId, version }: ConnectedAccount,
  state: AccountState,
  { notAfterMs }: InTime = {},
): Promise<Merchant | undefined> =>
  writtenInTime(
    updateItem<Merchant>(merchantKey(merchantId), {
      set: { account: { processorAccountId, ...state, version: nextVersion(version, writeTimeMs()) } },
      onlyIf: { "account.processorAccountId": processorAccountId, "account.version": version },
      notAfterMs,
    }),
  );
