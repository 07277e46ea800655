import type Stripe from "stripe";
import { invalid } from "../http/api-error.ts";
import type { AccountState } from "../resources/account-state.ts";
import { isRecord } from "./json-body.ts";

const FLAGS = ["charges_enabled", "payouts_enabled", "details_submitted"];
const LISTS = ["currently_due", "eventually_due", "past_due", "pending_verification"];

export function parseAccountState(body: unknown): AccountState {
  if (!isRecord(body)) throw invalid("The state of an account is an object.");
  const { requirements, ...flags } = body;
  for (const [name, value] of Object.entries(flags)) {
    if (!FLAGS.includes(name) || typeof value !== "boolean")
      throw invalid(`Not a flag of an account: ${name}`);
  }
  return requirements === undefined ? flags : { ...flags, requirements: parseRequirements(requirements) };
}

function parseRequirements(body: unknown): Partial<Stripe.Account.Requirements> {
  for (const [name, value] of Object.entries(isRecord(body) ? body : {})) {
    const isReason = name === "disabled_reason" && (value === null || typeof value === "string");
    const isList =
      LISTS.includes(name) && Array.isArray(value) && value.every((item) => typeof item === "string");
    if (!isReason && !isList) throw invalid(`Not a requirement of an account: ${name}`);
  }
  return body as Partial<Stripe.Account.Requirements>;
}
