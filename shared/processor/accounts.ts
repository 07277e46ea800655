import type Stripe from "stripe";
import { isFailure, isRejection, processorSays } from "../domain/failure.ts";
import type { AccountSnapshot, AccountTerms } from "../domain/onboarding.ts";
import { environmentConfig } from "../runtime/config.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import { noDefiniteAnswer } from "./errors.ts";
import { type AttemptTimes, PAGE_ITEMS, searchList, windowAround } from "./lookup.ts";

/** More accounts than this around one creation need a person. */
const MAX_LOOKUP_PAGES = 20;

/** The most that a page of v2's list may have. More are rejected. */
export const V2_PAGE_ITEMS = 20;

const MAX_V2_LOOKUP_PAGES = (MAX_LOOKUP_PAGES * PAGE_ITEMS) / V2_PAGE_ITEMS;

/** A Standard account: the merchant pays the fees, has the full dashboard, and answers to the processor itself. */
export const STANDARD = {
  fees: { payer: "account" },
  losses: { payments: "stripe" },
  requirement_collection: "stripe",
  stripe_dashboard: { type: "full" },
} as const satisfies Stripe.AccountCreateParams.Controller;

const ACCOUNT_FIELDS = { country: "country", email: "email" };

/** v2 answers without the state of the account. */
export type CreatedAccount = { accountId: string; snapshot?: AccountSnapshot };

export async function createAccount(
  terms: AccountTerms,
  { merchantId, keyNumber }: { merchantId: string; keyNumber: number },
): Promise<CreatedAccount> {
  const metadata = { svcMerchantId: merchantId, svcEnv: environmentConfig().ENVIRONMENT };
  // The platform's account is shared by all environments, so the key names ours.
  const key = `${environmentConfig().ENVIRONMENT}.${merchantId}.create-account.${keyNumber}`;
  if (terms.v2) return createV2Account({ ...terms, ...terms.v2, metadata }, key);
  const { country, email } = terms;
  const plain: Stripe.AccountCreateParams = {
    controller: STANDARD,
    country,
    ...(email && { email }),
    metadata,
  };
  try {
    return await sendAccount({ ...plain, capabilities: CARDS }, key);
  } catch (error) {
    // Not to every platform is it allowed to ask for them (fact 17 of infra/simulator/README.md), and no code says so.
    if (!isFailure(error, "processor_rejected") || processorSays(error) !== "rejected") throw error;
    return await sendAccount(plain, `${key}.plain`);
  }
}

/** What an account with the full dashboard has by itself, as far as the processor does not want to be asked for it. */
export const CARDS = { card_payments: { requested: true } };

const sendAccount = async (
  parameters: Stripe.AccountCreateParams,
  idempotencyKey: string,
): Promise<Required<CreatedAccount>> => {
  const snapshot = toSnapshot(
    await callProcessor((stripe) => stripe.accounts.create(parameters, { idempotencyKey }), ACCOUNT_FIELDS),
  );
  return { accountId: snapshot.accountId, snapshot };
};

type V2Order = {
  country: string;
  email?: string | undefined;
  contactEmail: string;
  metadata: Record<string, string>;
};

/** The same Standard account in the words of v2. */
async function createV2Account(order: V2Order, idempotencyKey: string): Promise<CreatedAccount> {
  const { country, email, contactEmail, metadata } = order;
  const parameters: Stripe.V2.Core.AccountCreateParams = {
    contact_email: email ?? contactEmail,
    dashboard: "full",
    identity: { country },
    configuration: { merchant: { capabilities: CARDS } },
    defaults: { responsibilities: { fees_collector: "stripe", losses_collector: "stripe" } },
    metadata,
  };
  // The caller is pointed to no field that it has not sent.
  const fields = { "identity.country": "country", ...(email && { contact_email: "email" }) };
  const { id } = await callProcessor(
    (stripe) => stripe.v2.core.accounts.create(parameters, { idempotencyKey }),
    fields,
  );
  return { accountId: id };
}

export type AccountSearch = { merchantId: string; except?: readonly string[] | undefined; isV2: boolean };

/** Its id. `except`: accounts that the merchant has given up. */
export async function searchAccount(
  search: AccountSearch,
  attempts: AttemptTimes,
): Promise<string | undefined> {
  const { merchantId, except = [] } = search;
  const created = windowAround(attempts);
  const found = await searchList(
    (paging) => readFromProcessor((stripe) => stripe.accounts.list({ created, ...paging })),
    (account) => ownerIn(account.metadata) === merchantId && !except.includes(account.id),
    { maxPages: MAX_LOOKUP_PAGES },
  );
  if (found) return found.id;
  return search.isV2 ? searchV2Account(search, created.gte * 1000) : undefined;
}

/**
 * It is not documented whether v1 lists what v2 has made, nor whether v1 shows the metadata that v2 was given. The list of
 * v2 has both. It has no filter by time, and its order is not documented either: only where the newest come first it
 * ends at the first account that is too old.
 */
async function searchV2Account(
  { merchantId, except = [] }: AccountSearch,
  sinceMs: number,
): Promise<string | undefined> {
  let nextPage: string | undefined;
  const fetchPage = async () => {
    const { data, next_page_url: next } = await readFromProcessor((stripe) =>
      nextPage === undefined ? listV2Accounts(stripe, V2_PAGE_ITEMS) : fetchV2Page(stripe, nextPage),
    );
    nextPage = next ?? undefined;
    const [first, last] = [data[0], data.at(-1)].map((account) => Date.parse(account?.created ?? ""));
    const isTooOld = Number(first) > Number(last) && Number(last) < sinceMs;
    return { data, has_more: next !== null && !isTooOld };
  };
  const found = await searchList(
    fetchPage,
    ({ id, metadata }) => ownerIn(metadata) === merchantId && !except.includes(id),
    { maxPages: MAX_V2_LOOKUP_PAGES },
  );
  return found?.id;
}

type V2Page = { data: Stripe.V2.Core.Account[]; next_page_url: string | null };

/** The SDK's type of the answer names neither of the two, which it needs itself to page on. */
export const listV2Accounts = (stripe: Stripe, limit: number): Promise<V2Page> =>
  stripe.v2.core.accounts.list({ applied_configurations: ["merchant"], limit }) as unknown as Promise<V2Page>;

const fetchV2Page = (stripe: Stripe, path: string): Promise<V2Page> =>
  stripe.rawRequest("GET", path) as unknown as Promise<V2Page>;

export const madeFor = ({ metadata }: AccountSnapshot): string | undefined => ownerIn(metadata);

const ownerIn = (metadata: Record<string, string> | null | undefined): string | undefined =>
  metadata?.svcEnv === environmentConfig().ENVIRONMENT ? metadata.svcMerchantId : undefined;

/**
 * Whom an account was made for, where only v2 may say so. `isOfV2`: an event of v2 asks, so the platform has v2. Where v1
 * shows the account, v2's rejection is one of now and not for good. null: for none of this environment's merchants.
 */
export async function fetchOwner(
  snapshot: AccountSnapshot,
  { isOfV2 = false }: { isOfV2?: boolean } = {},
): Promise<string | null | undefined> {
  const owner = madeFor(snapshot);
  if (owner) return owner;
  try {
    const { metadata } = await callProcessor((stripe) =>
      stripe.v2.core.accounts.retrieve(snapshot.accountId),
    );
    return ownerIn(metadata) ?? null;
  } catch (error) {
    const isRejected = isRejection(error);
    if (!isRejected && processorSays(error) !== "no_right") throw error;
    // A platform without v2, or an account that neither of the two shows.
    if (!isOfV2 || snapshot.deauthorized) return undefined;
    throw isRejected ? noDefiniteAnswer(error) : error;
  }
}

/**
 * Of an account that was made and is not the merchant's yet. If v1 does not show it, that says nothing of our access to it:
 * v1 may show it later. So that is temporary, like every failure here.
 */
export const fetchNewAccount = async (accountId: string): Promise<AccountSnapshot> =>
  toSnapshot(await readFromProcessor((stripe) => stripe.accounts.retrieve(accountId)));

/** Whether this failure of fetchNewAccount says that v1 does not show the account. */
export const isNotShown = (error: unknown): boolean =>
  ["account_lost", "missing"].includes(processorSays(error) ?? "");

/** An account that the platform may no longer see was disconnected by its merchant. */
export const fetchAccount = async (accountId: string): Promise<AccountSnapshot> =>
  (await findAccount(accountId))?.snapshot ?? deauthorizedAccount(accountId);

/** `object`: in the processor's own words. Undefined: the platform may no longer see it. */
export async function findAccount(
  accountId: string,
): Promise<{ object: Stripe.Account; snapshot: AccountSnapshot } | undefined> {
  try {
    const object = await callProcessor((stripe) => stripe.accounts.retrieve(accountId));
    return { object, snapshot: toSnapshot(object) };
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return undefined;
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

type NewLink = { accountId: string; returnUrl: string; refreshUrl: string; processorKey: string };

type AccountLink = { url: string; expiresAt: string };

const V2_LINK_FIELDS = {
  "use_case.account_onboarding.return_url": "returnUrl",
  "use_case.account_onboarding.refresh_url": "refreshUrl",
};

/** v2 takes accounts of either API, a new one of v1 ten minutes after its creation. */
export async function createV2AccountLink(link: NewLink): Promise<AccountLink> {
  const { accountId: account, returnUrl: return_url, refreshUrl: refresh_url, processorKey } = link;
  const parameters: Stripe.V2.Core.AccountLinkCreateParams = {
    account,
    use_case: { type: "account_onboarding", account_onboarding: { refresh_url, return_url } },
  };
  const { url, expires_at } = await callProcessor(
    (stripe) => stripe.v2.core.accountLinks.create(parameters, { idempotencyKey: processorKey }),
    V2_LINK_FIELDS,
  );
  return { url, expiresAt: new Date(expires_at).toISOString() };
}

export async function createAccountLink(link: NewLink): Promise<AccountLink> {
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
