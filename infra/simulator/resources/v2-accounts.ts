import type Stripe from "stripe";
import { invalid, noAccess } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import {
  boolean,
  integer,
  listOf,
  object,
  oneOf,
  type Read,
  type Reader,
  required,
  type ShapeOf,
  text,
  url,
} from "../http/params.ts";
import type { ObjectTable } from "../storage/objects.ts";
import { PLATFORM } from "../world/scope.ts";
import { insertLink, LINK_SECONDS, linkUrl } from "./account-links.ts";
import { newAccount } from "./account-object.ts";
import { v2FactsId } from "./account-state.ts";
import { requirePlatform } from "./accounts.ts";
import { type Call, type Route, route } from "./define-route.ts";

/*
 * Accounts v2: another view of the same accounts. What v1 shows of an account that v2 has made is not settled, so the
 * switches say it. Without them v1 shows no metadata, lists no such account and has no account.updated of it.
 */

const COLLECTION = "/v2/core/accounts";

const DASHBOARDS: ("express" | "full" | "none")[] = ["express", "full", "none"];

const CREATE_PARAMS = {
  configuration: object({
    merchant: object({ capabilities: object({ card_payments: object({ requested: boolean }) }) }),
  }),
  contact_email: text,
  dashboard: oneOf(...DASHBOARDS),
  defaults: object({
    responsibilities: object({
      fees_collector: oneOf("application", "application_custom", "application_express", "stripe"),
      losses_collector: oneOf("application", "stripe"),
    }),
  }),
  display_name: text,
  identity: object({ country: text }),
  metadata,
} satisfies ShapeOf<Stripe.V2.Core.AccountCreateParams>;

function createAccount(call: Call, params: Read<typeof CREATE_PARAMS>): Stripe.V2.Core.Account {
  requirePlatform(call);
  const { configuration, identity, defaults } = params;
  if (configuration?.merchant) required(params.contact_email, "contact_email");
  const country = identity?.country ?? "US";
  if (!/^[a-z]{2}$/i.test(country))
    throw invalid(`Unknown country: ${country}`, { param: "identity.country" });
  const given = mergeMetadata({}, params.metadata);
  const account = newAccount(call, {
    capabilities: { card_payments: { requested: true } },
    controller: {
      fees: { payer: defaults?.responsibilities?.fees_collector === "stripe" ? "account" : "application" },
      losses: { payments: defaults?.responsibilities?.losses_collector ?? "stripe" },
      requirement_collection: "stripe",
      stripe_dashboard: { type: params.dashboard ?? "none" },
    },
    country: country.toUpperCase(),
    email: params.contact_email,
    metadata: call.switches.v2MetadataInV1 ? given : {},
  });
  call.insert("v2_account", { id: v2FactsId(account.id), metadata: given });
  const view = viewOf(call.objects, call.insert("account", account));
  call.emitThin("v2.core.account.created", account.id);
  return view;
}

function viewOf(objects: ObjectTable, account: Stripe.Account): Stripe.V2.Core.Account {
  const facts = objects.find("v2_account", PLATFORM, v2FactsId(account.id));
  return {
    id: account.id,
    object: "v2.core.account",
    applied_configurations: ["merchant"],
    closed: false,
    ...(account.email ? { contact_email: account.email } : {}),
    created: new Date((account.created ?? 0) * 1000).toISOString(),
    dashboard: DASHBOARDS.find((type) => type === account.controller?.stripe_dashboard?.type) ?? "none",
    livemode: false,
    metadata: facts?.metadata ?? account.metadata ?? {},
  };
}

/** v2 repeats no saved body: who sends a key again gets the object as it is now. */
export function renewV2Body(objects: ObjectTable, body: string): object {
  const saved = JSON.parse(body) as { id: string; object: string };
  const account =
    saved.object === "v2.core.account" ? objects.findAnywhere("account", saved.id)?.object : undefined;
  return account ? viewOf(objects, account) : saved;
}

function findAccount(call: Call): Stripe.Account {
  const account = call.find("account", call.id);
  if (!account) throw noAccess(call.id);
  return account;
}

const MAX_PAGE = 20;

/** Unlike v1's, a larger limit is rejected. */
const pageLimit: Reader<number> = (value, name) => {
  const items = integer(value, name);
  if (items < 1 || items > MAX_PAGE) throw invalid(`${name} must be from 1 to ${MAX_PAGE}.`, { param: name });
  return items;
};

const LIST_PARAMS = { applied_configurations: listOf(text), closed: boolean, limit: pageLimit, page: text };

/** Newest first. A page is named by the account that it comes after. */
function listAccounts(call: Call, params: Read<typeof LIST_PARAMS>) {
  const page = call.objects.list("account", PLATFORM, {
    limit: params.limit ?? MAX_PAGE,
    startingAfter: params.page,
  });
  const data = page.data.map((account) => viewOf(call.objects, account));
  const next = `${COLLECTION}?limit=${params.limit ?? MAX_PAGE}&page=${data.at(-1)?.id}`;
  return { data, next_page_url: page.hasMore ? next : null, previous_page_url: null };
}

const onboarding = object({ refresh_url: url, return_url: url });

const LINK_PARAMS = {
  account: text,
  use_case: object({ account_onboarding: onboarding, type: oneOf("account_onboarding") }),
} satisfies ShapeOf<Stripe.V2.Core.AccountLinkCreateParams>;

function createLink(call: Call, params: Read<typeof LINK_PARAMS>): Stripe.V2.Core.AccountLink {
  const account = required(params.account, "account");
  const useCase = required(params.use_case, "use_case");
  const urls = required(useCase.account_onboarding, "use_case.account_onboarding");
  const refresh_url = required(urls.refresh_url, "use_case.account_onboarding.refresh_url");
  const link = insertLink(call, { account, refresh_url, return_url: urls.return_url ?? refresh_url });
  return {
    object: "v2.core.account_link",
    account,
    created: new Date(call.nowMs).toISOString(),
    expires_at: new Date(call.nowMs + LINK_SECONDS * 1000).toISOString(),
    livemode: false,
    url: linkUrl(call, link),
    use_case: {
      account_onboarding: {
        refresh_url,
        ...(urls.return_url === undefined ? {} : { return_url: urls.return_url }),
      },
      type: "account_onboarding",
    },
  };
}

export const V2_ACCOUNT_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "V2.Core.AccountCreateParams", CREATE_PARAMS, createAccount),
  route(`GET ${COLLECTION}`, "V2.Core.AccountListParams", LIST_PARAMS, listAccounts),
  route(`GET ${COLLECTION}/{id}`, "V2.Core.AccountRetrieveParams", {}, (call) =>
    viewOf(call.objects, findAccount(call)),
  ),
  route("POST /v2/core/account_links", "V2.Core.AccountLinkCreateParams", LINK_PARAMS, createLink),
];
