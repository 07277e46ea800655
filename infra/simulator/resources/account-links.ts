import type Stripe from "stripe";
import { noSuchReference } from "../http/api-error.ts";
import { oneOf, type Read, required, type ShapeOf, text, url } from "../http/params.ts";
import type { OnboardingLink } from "../storage/kinds.ts";
import { type Call, type Route, route } from "./define-route.ts";

// Fact 17.
export const LINK_SECONDS = 5 * 60;
export const ONBOARDING_PATH = "/onboarding/{id}";

const LINK_PARAMS = {
  account: text,
  refresh_url: url,
  return_url: url,
  type: oneOf("account_onboarding", "account_update"),
} satisfies ShapeOf<Stripe.AccountLinkCreateParams>;

function createLink(call: Call, params: Read<typeof LINK_PARAMS>): Stripe.AccountLink {
  const account = required(params.account, "account");
  required(params.type, "type");
  const link = insertLink(call, {
    account,
    refresh_url: required(params.refresh_url, "refresh_url"),
    return_url: required(params.return_url, "return_url"),
  });
  return {
    object: "account_link",
    created: call.nowSeconds,
    expires_at: link.expires_at,
    url: linkUrl(call, link),
  };
}

type NewLink = Pick<OnboardingLink, "account" | "refresh_url" | "return_url">;

export function insertLink(call: Call, link: NewLink): OnboardingLink {
  if (!call.find("account", link.account)) throw noSuchReference("account", link.account, "account");
  const id = call.newId("link");
  const expires_at = call.nowSeconds + LINK_SECONDS;
  return call.insert("onboarding_link", { id, ...link, expires_at, used: false });
}

export const linkUrl = (call: Call, { id }: OnboardingLink): string =>
  call.baseUrl + ONBOARDING_PATH.replace("{id}", id);

export const ACCOUNT_LINK_ROUTES: Route[] = [
  route("POST /v1/account_links", "AccountLinkCreateParams", LINK_PARAMS, createLink),
];
