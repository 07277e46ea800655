import type Stripe from "stripe";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { boolean, object, oneOf, type Read, type ShapeOf, text } from "../http/params.ts";
import type { Scope } from "../world/scope.ts";
import { settingsFields, settingsOf } from "./account-settings.ts";

const capability = object({ requested: boolean });

export const ACCOUNT_FIELDS = {
  capabilities: object({ card_payments: capability, us_bank_account_ach_payments: capability }),
  default_currency: text,
  email: text,
  metadata,
  settings: settingsFields,
} satisfies ShapeOf<Stripe.AccountUpdateParams>;

export const ACCOUNT_CREATE_PARAMS = {
  ...ACCOUNT_FIELDS,
  controller: object({
    fees: object({ payer: oneOf("account", "application") }),
    losses: object({ payments: oneOf("application", "stripe") }),
    requirement_collection: oneOf("application", "stripe"),
    stripe_dashboard: object({ type: oneOf("express", "full", "none") }),
  }),
  country: text,
  type: oneOf("custom", "express", "standard"),
} satisfies ShapeOf<Stripe.AccountCreateParams>;

type AccountParams = Read<typeof ACCOUNT_CREATE_PARAMS>;

const FIRST_REQUIREMENTS = [
  "business_profile.url",
  "business_type",
  "external_account",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

export const NO_REQUIREMENTS: Stripe.Account.Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
};

export function newAccount(scope: Scope, params: AccountParams): Stripe.Account {
  const id = scope.newId("acct");
  return {
    id,
    object: "account",
    business_profile: null,
    business_type: null,
    capabilities: requestedCapabilities(automaticCapabilities(params), params.capabilities),
    charges_enabled: false,
    controller: controllerOf(params),
    country: params.country ?? "US",
    created: scope.nowSeconds,
    default_currency: params.default_currency ?? "usd",
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: NO_REQUIREMENTS,
    metadata: mergeMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: {
      ...NO_REQUIREMENTS,
      currently_due: FIRST_REQUIREMENTS,
      disabled_reason: "requirements.past_due",
      eventually_due: FIRST_REQUIREMENTS,
      past_due: FIRST_REQUIREMENTS,
    },
    settings: settingsOf(null, params.settings),
    tos_acceptance: {},
    type: params.type ?? (params.controller ? "none" : "standard"),
  };
}

function controllerOf({ controller }: AccountParams): Stripe.Account.Controller {
  return {
    fees: { payer: controller?.fees?.payer ?? "account" },
    is_controller: true,
    losses: { payments: controller?.losses?.payments ?? "stripe" },
    requirement_collection: controller?.requirement_collection ?? "stripe",
    stripe_dashboard: { type: controller?.stripe_dashboard?.type ?? "full" },
    type: "application",
  };
}

const OF_DASHBOARD = [
  ...[
    "affirm",
    "afterpay_clearpay",
    "card",
    "cashapp",
    "klarna",
    "link",
    "mobilepay",
    "us_bank_account_ach",
  ].map((method) => `${method}_payments`),
  "transfers",
];

/** Fact 17: an account with the processor's own dashboard has what that dashboard gives it, asked for or not. */
function automaticCapabilities(params: AccountParams): Stripe.Account.Capabilities {
  const hasDashboard =
    controllerOf(params).stripe_dashboard?.type === "full" &&
    (params.type === undefined || params.type === "standard");
  return hasDashboard ? Object.fromEntries(OF_DASHBOARD.map((name) => [name, "inactive"])) : {};
}

/** A requested capability stays inactive until the account has been onboarded. */
export function requestedCapabilities(
  current: Stripe.Account.Capabilities,
  requests: AccountParams["capabilities"],
): Stripe.Account.Capabilities {
  const asked = Object.entries(requests ?? {}).filter(
    ([name, request]) => request?.requested && !(name in current),
  );
  return { ...current, ...Object.fromEntries(asked.map(([name]) => [name, "inactive"])) };
}
