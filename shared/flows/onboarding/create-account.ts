import { type StoredReply, toStoredAnswer } from "../../contract/answer.ts";
import { createAccount as operation } from "../../contract/onboarding.ts";
import type { Body } from "../../contract/operation.ts";
import { isResumed, mayBeForgotten } from "../../domain/claim.ts";
import { isFailure } from "../../domain/failure.ts";
import type { AccountSnapshot } from "../../domain/onboarding.ts";
import { requireAccount } from "../../domain/onboarding.ts";
import { type AccountCreation, newAccountCreation } from "../../ledger/accounts.ts";
import { claim, complete } from "../../ledger/claims.ts";
import { findMerchant, type Merchant } from "../../ledger/merchants.ts";
import { createAccount as createAtProcessor, fetchAccount, findAccount } from "../../processor/accounts.ts";
import { outcomeUnknown } from "../../processor/errors.ts";
import { connectedAccountView } from "../../views/onboarding.ts";
import { underClaim } from "../run-under-claim.ts";
import { adoptAccount } from "./adopt-account.ts";

/** A merchant has one account, so every request for one is the same request, whatever its body says. */
const SAME_REQUEST = "create-account";

/** Claim the merchant's account → create it at the processor → write down whose it is → give it to the merchant. */
export async function createAccount(request: {
  merchant: Merchant;
  body: Body<typeof operation>;
  ownerToken: string;
  at: number;
}): Promise<StoredReply> {
  const { merchant, ownerToken, at } = request;
  const { merchantId } = merchant;
  if (merchant.account) return existing(merchant);
  const attempt = { fingerprint: SAME_REQUEST, ownerToken, at };
  const outcome = await claim<AccountCreation>(newAccountCreation(merchantId, request.body), attempt);
  if (outcome.kind === "replay") return existing(await findMerchant(merchantId));
  const { record } = outcome;
  const adopted = await underClaim(record, at, async () =>
    adoptAccount(merchantId, await makeAccount(record, at)),
  );
  const body = connectedAccountView(requireAccount(adopted));
  const answer = await complete(record, toStoredAnswer(operation, { outcome: "created", body }));
  // A request for an account that exists is answered with the account, not with a replay.
  return { ...answer, replayed: false };
}

function existing(merchant: Merchant | undefined): StoredReply {
  if (!merchant?.account) throw new Error("A completed creation has left no account.");
  const body = connectedAccountView(merchant.account);
  return { ...toStoredAnswer(operation, { outcome: "existing", body }), replayed: false };
}

/** What an earlier attempt may have made is looked for before it is made again, and adopted when it is found. */
async function makeAccount(record: AccountCreation, at: number): Promise<AccountSnapshot> {
  if (mayBeForgotten(record, at)) {
    const found = await lookForAccount(record);
    if (found) return found;
  }
  try {
    const created = await createAtProcessor(record.order, record);
    // On a resume the processor may repeat its answer of then; the account may have moved on since.
    return isResumed(record) ? await fetchAccount(created.accountId) : created;
  } catch (error) {
    if (!isFailure(error) || !error.extras.savedByProcessor) throw error;
    const found = isResumed(record) ? await lookForAccount(record) : undefined;
    if (found) return found;
    throw outcomeUnknown(error);
  }
}

const lookForAccount = ({ merchantId, claimedAt, previousAttemptAt }: AccountCreation) =>
  findAccount(merchantId, { firstAt: claimedAt, lastAt: previousAttemptAt ?? claimedAt });
