import type Stripe from "stripe";
import { invalid, noAccess } from "../http/api-error.ts";
import { mergeMetadata } from "../http/metadata.ts";
import type { Read } from "../http/params.ts";
import { PLATFORM } from "../world/scope.ts";
import {
  ACCOUNT_CREATE_PARAMS,
  ACCOUNT_FIELDS,
  newAccount,
  requestedCapabilities,
} from "./account-object.ts";
import { settingsOf } from "./account-settings.ts";
import { tellOfAccount, v2FactsId } from "./account-state.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";

const COLLECTION = "/v1/accounts";

function createAccount(call: Call, params: Read<typeof ACCOUNT_CREATE_PARAMS>): Stripe.Account {
  requirePlatform(call);
  if (!call.switches.accountsV1) {
    // Fact 17: so it is on every new platform, until its dashboard says otherwise.
    throw invalid("Accounts v1 support is switched off for this platform. Switch it on in the dashboard.");
  }
  if (params.type !== undefined && params.controller !== undefined)
    throw invalid("You may only specify one of these parameters: controller, type.", { param: "controller" });
  return call.insert("account", newAccount(call, params));
}

function findVisible(call: Call): Stripe.Account {
  const visible = call.account === PLATFORM || call.account === call.id;
  const account = visible ? call.within(PLATFORM).find("account", call.id) : undefined;
  if (!account || isHidden(call, account)) {
    // Fact 15: one that is not there and one that was taken away look alike.
    throw noAccess(call.id);
  }
  return account;
}

function isHidden(call: Call, { id, created = 0 }: Stripe.Account): boolean {
  const isOfV2 = call.within(PLATFORM).find("v2_account", v2FactsId(id)) !== undefined;
  return isOfV2 && call.nowMs < (created + call.switches.v2AccountHiddenSeconds) * 1000;
}

function updateAccount(call: Call, params: Read<typeof ACCOUNT_FIELDS>): Stripe.Account {
  const account = findVisible(call);
  const changed: Stripe.Account = {
    ...account,
    settings: settingsOf(account.settings, params.settings),
    default_currency: params.default_currency ?? account.default_currency ?? "usd",
    email: params.email ?? account.email,
  };
  changed.capabilities = requestedCapabilities(account.capabilities ?? {}, params.capabilities);
  changed.metadata = mergeMetadata(account.metadata ?? {}, params.metadata);
  tellOfAccount(call.within(account.id), call.switches, call.save(changed));
  return changed;
}

export function requirePlatform(call: Call): void {
  if (call.account !== PLATFORM)
    throw invalid("Only the platform itself can do this: leave out the Stripe-Account header.");
}

function listAccounts(call: Call, paging: Read<typeof PAGING_BY_TIME>): Stripe.ApiList<Stripe.Account> {
  const list = listObjects(call, "account", { url: COLLECTION, paging });
  const isShown = (account: Stripe.Account) =>
    (call.switches.v2AccountsInV1List && !isHidden(call, account)) ||
    !call.find("v2_account", v2FactsId(account.id));
  return { ...list, data: list.data.filter(isShown) };
}

export const ACCOUNT_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "AccountCreateParams", ACCOUNT_CREATE_PARAMS, createAccount),
  route(`GET ${COLLECTION}`, "AccountListParams", PAGING_BY_TIME, listAccounts),
  route(`GET ${COLLECTION}/{id}`, "AccountRetrieveParams", {}, findVisible),
  route(`POST ${COLLECTION}/{id}`, "AccountUpdateParams", ACCOUNT_FIELDS, updateAccount),
];
