import { toStoredAnswer } from "../../contract/answer.ts";
import { createAccount as operation } from "../../contract/onboarding.ts";
import { type AccountSnapshot, type AccountTerms, requireAccount } from "../../domain/onboarding.ts";
import type { StoredReply } from "../../domain/payments/claim.ts";
import type { LookupResult } from "../../domain/payments/outcome-certainty.ts";
import { DAY_MS } from "../../domain/time.ts";
import {
  type AccountCreation,
  findAccountCreation,
  freeAccountCreation,
  newAccountCreation,
} from "../../ledger/accounts.ts";
import { completeClaim, isRetry, renewKey, takeClaim } from "../../ledger/claims.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import {
  createAccount as createAtProcessor,
  fetchAccount,
  fetchNewAccount,
  isNotShown,
  searchAccount,
} from "../../processor/accounts.ts";
import { count, log } from "../../runtime/logger.ts";
import { connectedAccountView } from "../../views/onboarding.ts";
import { askOnce, endClaim } from "../once/ask-once.ts";
import { type ClaimVisit, visitClaim } from "../once/visit-claim.ts";
import type { Change } from "../record-audit.ts";
import { adoptAccount } from "./adopt-account.ts";
import { detachAccount } from "./detach-account.ts";
import { syncAccount } from "./sync-account.ts";

/** A merchant has one account, so every request for one is the same request, whatever its body says. */
const SAME_REQUEST = "create-account";

type CreateAccountRequest = {
  merchant: Merchant;
  terms: AccountTerms;
  ownerToken: string;
  change: Change;
};

/** Claim the merchant's account → create it at the processor → write down whose it is → give it to the merchant. */
export async function createAccount(request: CreateAccountRequest): Promise<StoredReply> {
  const { ownerToken, change } = request;
  const { at } = change;
  const merchant = await giveUpLostAccount(request.merchant, change);
  const { merchantId } = merchant;
  if (merchant.account) return existing(merchant);
  const claimRequest = { merchantId, fingerprint: SAME_REQUEST, ownerToken, at };
  const outcome = await takeClaim(newAccountCreation(merchantId, request.terms), claimRequest);
  if (outcome.kind !== "owned") return answerCompleted(request);
  const { record } = outcome;
  const adopted = await askAndAdopt(record, merchant, at).catch((error) => endClaim(record, error));
  // A request for an account that exists is answered with the account, not with a replay.
  return { ...(await storeAnswer(record, adopted)), replayed: false };
}

/** The merchant has disconnected its account. The processor is asked again, because the ledger may be outdated. */
async function giveUpLostAccount(merchant: Merchant, change: Change): Promise<Merchant> {
  if (!merchant.account?.deauthorized) return merchant;
  const { deauthorized } = await fetchAccount(merchant.account.processorAccountId);
  return deauthorized ? detachAccount(merchant, change) : syncAccount(merchant);
}

/** An account that is created twice does no harm: only one is attached to the merchant. */
async function askAndAdopt(record: AccountCreation, merchant: Merchant, at: number): Promise<Merchant> {
  const made = await askOnce(record, at, {
    send: (claim) => sendAccount(claim, at),
    lookUp: () => lookUpAccount(record, merchant, at),
    unsafeToRepeat: false,
    isHarmlessAtAnyAge: true,
  });
  return adoptNew(record, made, at);
}

/**
 * The processor's key may stand for an account that was detached since: after a restore, which has forgotten the
 * creation, or where the detachment came in between. Only an operator gives that one back, so the next key makes another:
 * one for each request, so that nothing makes accounts without an end. A retry goes on from the key that it came to.
 */
async function adoptNew(record: AccountCreation, made: AccountSnapshot, at: number): Promise<Merchant> {
  const merchant = await adoptAccount(record.merchantId, made, at);
  if (merchant.account) return merchant;
  return adoptAccount(record.merchantId, await sendAccount(await renewKey(record, { at }), at), at);
}

const storeAnswer = (record: AccountCreation, merchant: Merchant): Promise<StoredReply> => {
  const body = connectedAccountView(requireAccount(merchant));
  return completeClaim(record, toStoredAnswer(operation, { outcome: "created", body }));
};

/** Where a detachment has met a creation that was just being completed, it has freed none: that is done here. */
async function answerCompleted(request: CreateAccountRequest): Promise<StoredReply> {
  const { merchantId } = request.merchant;
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Error("A merchant disappeared from the ledger.");
  if (merchant.account) return existing(merchant);
  const creation = await findAccountCreation(merchantId);
  if (creation?.state === "completed") await freeAccountCreation(creation, request.change.at);
  return createAccount({ ...request, merchant });
}

function existing(merchant: Merchant): StoredReply {
  const body = connectedAccountView(requireAccount(merchant));
  return { ...toStoredAnswer(operation, { outcome: "existing", body }), replayed: false };
}

async function sendAccount(record: AccountCreation, now: number): Promise<AccountSnapshot> {
  const { accountId, snapshot } = await createAtProcessor(record.terms, {
    merchantId: record.merchantId,
    keyNumber: record.keyNumber,
  });
  // On a retry v1 may repeat its first answer, and the account may have changed since.
  return snapshot && !isRetry(record) ? snapshot : fetchMade(record, accountId, now);
}

/**
 * v1 may show an account of v2 only some time after its creation. Until then the merchant does not have it, so no flow can
 * take it for one that was disconnected, and the creation stays open. After a day a person has to ask why.
 */
async function fetchMade(record: AccountCreation, accountId: string, now: number): Promise<AccountSnapshot> {
  try {
    return await fetchNewAccount(accountId);
  } catch (error) {
    if (isNotShown(error) && now - record.claimedAt > DAY_MS) reportUnseen(record.merchantId, accountId);
    throw error;
  }
}

function reportUnseen(merchantId: string, accountId: string): void {
  count("UnseenAccounts");
  log("error", "an account that was created a day ago is not shown yet", { merchantId, accountId });
}

async function lookUpAccount(
  record: AccountCreation,
  merchant: Merchant | undefined,
  now: number,
): Promise<LookupResult<AccountSnapshot>> {
  const { merchantId, claimedAt: firstAt } = record;
  const isV2 = record.terms.v2 !== undefined;
  const accountId = await searchAccount(
    { merchantId, except: merchant?.formerAccountIds, isV2 },
    { firstAt, now },
  );
  if (!accountId) return { kind: "not_made" };
  return { kind: "made", value: await fetchMade(record, accountId, now) };
}

/** The creation of a merchant's account that was left open. */
export const visitAccount = (record: AccountCreation, at: number): Promise<ClaimVisit> =>
  visitClaim(
    record,
    { now: at },
    {
      lookUp: async ({ merchantId }) => lookUpAccount(record, await findMerchant(merchantId), at),
      writeFound: async (_, made) => storeAnswer(record, await adoptAccount(record.merchantId, made, at)),
    },
  );
