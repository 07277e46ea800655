import type Stripe from "stripe";
import { listOf, oneOf, type ShapeOf } from "../http/params.ts";

/* What v2 shows of an account only where `include` asks for it. Customers' and recipients' parts are not simulated. */

type Part = Stripe.V2.Core.AccountRetrieveParams.Include;

const PARTS: Part[] = [
  "configuration.customer",
  "configuration.merchant",
  "configuration.recipient",
  "defaults",
  "future_requirements",
  "identity",
  "requirements",
];

export const INCLUDE_PARAMS = {
  include: listOf(oneOf(...PARTS)),
} satisfies ShapeOf<Stripe.V2.Core.AccountRetrieveParams>;

export function partsOf(
  account: Stripe.Account,
  include: readonly Part[] = [],
): Partial<Stripe.V2.Core.Account> {
  const has = (part: Part) => include.includes(part);
  return {
    ...(has("configuration.merchant") && { configuration: { merchant: merchantOf(account) } }),
    ...(has("defaults") && { defaults: defaultsOf(account) }),
    ...(has("future_requirements") && { future_requirements: { entries: [] } }),
    ...(has("identity") && { identity: { country: account.country ?? "US" } }),
    ...(has("requirements") && { requirements: { entries: entriesOf(account) } }),
  };
}

const merchantOf = ({ capabilities }: Stripe.Account): Stripe.V2.Core.Account.Configuration.Merchant => ({
  applied: true,
  capabilities: { card_payments: { status: statusOf(capabilities?.card_payments), status_details: [] } },
});

const statusOf = (state: string | undefined): "active" | "pending" | "restricted" =>
  state === "active" || state === "pending" ? state : "restricted";

function defaultsOf({ controller, default_currency }: Stripe.Account): Stripe.V2.Core.Account.Defaults {
  return {
    currency: default_currency ?? "usd",
    responsibilities: {
      fees_collector: controller?.fees?.payer === "account" ? "stripe" : "application",
      losses_collector: controller?.losses?.payments === "application" ? "application" : "stripe",
      requirements_collector: "stripe",
    },
  };
}

function entriesOf({ requirements }: Stripe.Account): Stripe.V2.Core.Account.Requirements.Entry[] {
  return (requirements?.currently_due ?? []).map((description) => ({
    awaiting_action_from: "user",
    description,
    errors: [],
    impact: { restricts_capabilities: [] },
    minimum_deadline: { status: "currently_due" },
    requested_reasons: [{ code: "routine_onboarding" }],
  }));
}
