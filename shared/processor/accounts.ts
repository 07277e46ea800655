import type Stripe from "stripe";
import { environmentConfig } from "../config.ts";
import { isFailure, processorSays } from "../domain/failure.ts";
import type { AccountSnapshot, AccountTerms } from "../domain/onboarding.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { type AttemptTimes, searchList, windowAround } from "./lookup.ts";

/** More accounts than this around one creation need a person. */
const MAX_LOOKUP_PAGES = 20;

/** A Standard account: the merchant pays the fees, has the full dashboard, and answers to the processor itself. */
export const STANDARD = {
  fees: { payer: "account" },
  losses: { payments: "stripe" },
  requirement_collection: "stripe",
  stripe_dashboard: { type: "full" },
} as const satisfies Stripe.AccountCreateParams.Controller;

const ACCOUNT_FIELDS = { country: "country", email: "email" };

export async function createAccount(
  { country, email }: AccountTerms,
  identity: { merchantId: string; keyNumber: number },
): Promise<AccountSnapshot> {
  const { merchantId, keyNumber } = identity;
  const plain: Stripe.AccountCreateParams = {
    controller: STANDARD,
    country,
    ...(email && { email }),
    metadata: { svcMerchantId: merchantId, svcEnv: environmentConfig().ENVIRONMENT },
  };
  // The platform's account is shared by all environments, so the key names ours.
  const key = `${environmentConfig().ENVIRONMENT}.${merchantId}.create-account.${keyNumber}`;
  try {
    return await sendAccount({ ...plain, capabilities: CARDS }, key);
  } catch (error) {
    // Not to every platform is it allowed to ask for them (fact 17 of infra/simulator/README.md), and no code says so.
    if (!isFailure(error, "processor_rejected") || processorSays(error) !== "refused") throw error;
    return await sendAccount(plain, `${key}.plain`);
  }
}

/** What an account with the full dashboard has by itself, as far as the processor does not want to be asked for it. */
export const CARDS = { card_payments: { requested: true } };

const sendAccount = async (
  parameters: Stripe.AccountCreateParams,
  idempotencyKey: string,
): Promise<AccountSnapshot> =>
  toSnapshot(
    await callProcessor((stripe) => stripe.accounts.create(parameters, { idempotencyKey }), ACCOUNT_FIELDS),
  );

/** `except`: accounts that the merchant has given up. */
export async function searchAccount(
  merchantId: string,
  attempts: Omit<AttemptTimes, "lastAt">,
  except: readonly string[] = [],
): Promise<AccountSnapshot | undefined> {
  const created = windowAround(attempts);
  const found = await searchList(
    (paging) => readFromProcessor((stripe) => stripe.accounts.list({ created, ...paging })),
    (account) => madeFor(toSnapshot(account)) === merchantId && !except.includes(account.id),
    { maxPages: MAX_LOOKUP_PAGES },
  );
  return found && toSnapshot(found);
}

export const madeFor = ({ metadata }: AccountSnapshot): string | undefined =>
  metadata.svcEnv === environmentConfig().ENVIRONMENT ? metadata.svcMerchantId : undefined;

/** An account that the platform may no longer see was disconnected by its merchant. */
export async function fetchAccount(accountId: string): Promise<AccountSnapshot> {
  try {
    return toSnapshot(await callProcessor((stripe) => stripe.accounts.retrieve(accountId)));
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return deauthorizedAccount(accountId);
  }
}

const OUT_OF_REACH = ["account_invalid", "resource_missing"];

const isOutOfReach = (error: unknown): boolean =>
  isFailure(error, "processor_rejected") && OUT_OF_REACH.includes(error.extras.processorCode ?? "");

const deauthorizedAccount = (accountId: string): AccountSnapshot => ({
  accountId,
  chargesEnabled: false,
  payoutsEnabled: false,
  detailsSubmitted: false,
  disabledReason: null,
  currentlyDue: [],
  pastDue: [],
  pendingVerification: [],
  metadata: {},
  deauthorized: true,
});

const LINK_FIELDS = { return_url: "returnUrl", refresh_url: "refreshUrl" };

export async function createAccountLink(link: {
  accountId: string;
  returnUrl: string;
  refreshUrl: string;
  processorKey: string;
}): Promise<{ url: string; expiresAt: string }> {
  const parameters: Stripe.AccountLinkCreateParams = {
    account: link.accountId,
    type: "account_onboarding",
    return_url: link.returnUrl,
    refresh_url: link.refreshUrl,
  };
  const options = { idempotencyKey: link.processorKey };
  const { url, expires_at } = await callProcessor(
    (stripe) => stripe.accountLinks.create(parameters, options),
    LINK_FIELDS,
  );
  return { url, expiresAt: new Date(expires_at * 1000).toISOString() };
}

function toSnapshot(account: Stripe.Account): AccountSnapshot {
  const { requirements } = account;
  return {
    accountId: account.id,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    disabledReason: requirements?.disabled_reason ?? null,
    currentlyDue: requirements?.currently_due ?? [],
    pastDue: requirements?.past_due ?? [],
    pendingVerification: requirements?.pending_verification ?? [],
    metadata: account.metadata ?? {},
    deauthorized: false,
  };
}
