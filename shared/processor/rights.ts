import Stripe from "stripe";
import { isFailure, isRejection, processorSays } from "../domain/failure.ts";
import { listV2Accounts } from "./accounts.ts";
import { callProcessor } from "./client.ts";
import { nameOfMissingRight } from "./errors.ts";

export type Right = {
  name: string;
  level: "read" | "write";
  /** Whose objects we use it on: the platform's own, or those of its connected accounts (the Connect column). */
  on: "platform" | "accounts";
  path: string;
};

/** All of them; shared/contract/going-live.md says what each is for. The ids in the paths do not exist. */
export const RIGHTS: readonly Right[] = [
  { name: "connected_account", level: "write", on: "platform", path: "/v1/accounts" },
  { name: "account_link", level: "write", on: "platform", path: "/v1/account_links" },
  { name: "application_fee", level: "write", on: "platform", path: "/v1/application_fees/fee_0/refunds" },
  { name: "balance_transaction_source", level: "read", on: "platform", path: "/v1/balance_transactions" },
  { name: "payment_intent", level: "write", on: "accounts", path: "/v1/payment_intents" },
  { name: "charge", level: "write", on: "accounts", path: "/v1/refunds" },
  { name: "customer", level: "write", on: "accounts", path: "/v1/customers" },
  { name: "payment_method", level: "write", on: "accounts", path: "/v1/payment_methods/pm_0/detach" },
  { name: "setup_intent", level: "write", on: "accounts", path: "/v1/setup_intents" },
  {
    name: "payment_method_domain",
    level: "write",
    on: "accounts",
    path: "/v1/payment_method_domains",
  },
  { name: "terminal_location", level: "write", on: "accounts", path: "/v1/terminal/locations" },
  { name: "terminal_reader", level: "write", on: "accounts", path: "/v1/terminal/readers" },
  {
    name: "terminal_connection_token",
    level: "write",
    on: "accounts",
    path: "/v1/terminal/connection_tokens",
  },
  { name: "event", level: "read", on: "accounts", path: "/v1/events" },
  { name: "dispute", level: "read", on: "accounts", path: "/v1/disputes" },
  { name: "balance", level: "read", on: "accounts", path: "/v1/balance" },
  { name: "balance_transaction_source", level: "read", on: "accounts", path: "/v1/balance_transactions" },
  { name: "payout", level: "read", on: "accounts", path: "/v1/payouts" },
];

/** Only where v2 makes accounts: for accounts and their links (going-live.md). */
const V2_ACCOUNTS: Right = {
  name: "v2_account_storer",
  level: "write",
  on: "platform",
  path: "/v2/core/accounts",
};

export type TriedRight = Pick<Right, "name" | "level" | "on"> & {
  state: "given" | "missing" | "not_tried";
  says: string;
};

/** The processor has no parameter of this name: a key with the right gets that error, and nothing is created. */
const UNKNOWN_PARAMETER = { svc_tries_a_right: "1" };

/** Changes nothing: a read reads one object, a write is rejected for its form. */
export async function tryRights(): Promise<TriedRight[]> {
  const tried: TriedRight[] = [];
  const some = await findSomeAccount();
  let silence = some.silence;
  // In sequence, because the processor's limit is shared with payments. It stops at the first silence.
  for (const { path, ...right } of RIGHTS) {
    const outcome = silence ?? (await tryRight({ path, ...right }, some));
    if (outcome.state === "not_tried" && outcome.isSilence) silence = outcome;
    tried.push({ ...right, state: outcome.state, says: outcome.says });
  }
  return tried;
}

/** Like tryRights, of the one right that an environment with v1 does without. */
export async function tryV2Accounts(): Promise<TriedRight> {
  const { path, ...right } = V2_ACCOUNTS;
  const { state, says } = await tryRight({ path, ...right }, {});
  return { ...right, state, says };
}

/** `isSilence`: the processor would not answer the next request either. */
type Outcome = Pick<TriedRight, "says"> &
  ({ state: "given" | "missing" } | { state: "not_tried"; isSilence: boolean });

const NO_ACCOUNT: Outcome = {
  state: "not_tried",
  says: "No account is connected yet to try it on.",
  isSilence: false,
};

const NOT_READ: Outcome = {
  state: "not_tried",
  says: "The key may not read accounts, so there is none to try it on.",
  isSilence: false,
};

async function tryRight(
  { name, level, on, path }: Right,
  { accountId, rejection }: SomeAccount,
): Promise<Outcome> {
  if (on === "accounts" && accountId === undefined) return rejection ? NOT_READ : NO_ACCOUNT;
  const options = on === "accounts" && accountId !== undefined ? { stripeAccount: accountId } : {};
  try {
    await callProcessor((stripe) =>
      level === "read"
        ? stripe.rawRequest("GET", `${path}?limit=1`, undefined, options)
        : stripe.rawRequest("POST", path, UNKNOWN_PARAMETER, options),
    );
  } catch (error) {
    if (processorSays(error) === "no_right") return { state: "missing", says: missingIn(error) };
    if (!isRejection(error)) return silenceOf(error);
  }
  if (name === OF_ACCOUNTS && rejection) return { state: "missing", says: rejection };
  return { state: "given", says: "" };
}

function silenceOf(error: unknown): Outcome {
  const cause = isFailure(error) ? error.extras.cause : error;
  const isKeyRejected = cause instanceof Stripe.errors.StripeAuthenticationError;
  const says = isKeyRejected
    ? "The processor does not take the key."
    : "The processor gave no definite answer.";
  return { state: "not_tried", says, isSilence: true };
}

/** The processor names the right; for accounts there are finer ones than we know. */
function missingIn(error: unknown): string {
  const cause = isFailure(error) ? error.extras.cause : error;
  if (cause instanceof Error && /does not have any Connect permissions/i.test(cause.message))
    return "The key has no right on connected accounts at all.";
  const named = nameOfMissingRight(cause);
  return named ? `The processor asks for ${named}.` : "The processor does not name it.";
}

const ofNone = (): { data: { id: string }[] } => ({ data: [] });

const OF_ACCOUNTS = "connected_account";

type SomeAccount = { accountId?: string | undefined; silence?: Outcome; rejection?: string };

async function findSomeAccount(): Promise<SomeAccount> {
  let accountId: string | undefined;
  try {
    const { data } = await callProcessor((stripe) => stripe.accounts.list({ limit: 1 }));
    // v1 may not list what v2 has made.
    accountId =
      data[0]?.id ?? (await callProcessor((stripe) => listV2Accounts(stripe, 1)).catch(ofNone)).data[0]?.id;
    if (accountId) await callProcessor((stripe) => stripe.accounts.retrieve(String(accountId)));
    return { accountId };
  } catch (error) {
    if (processorSays(error) === "no_right") return { accountId, rejection: missingIn(error) };
    // An account that was lost a moment ago still counts.
    return isRejection(error) ? { accountId } : { silence: silenceOf(error) };
  }
}
