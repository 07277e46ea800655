import Stripe from "stripe";

/** The processor's sandbox: a test key's client, and an onboarded account to sell things in, if there is one. */
export type Sandbox = {
  stripe: Stripe;
  /** With the rights of going-live.md, but `application_fee` to read only. */
  restricted: Stripe | undefined;
  accountId: string | undefined;
};

type Variables = Partial<
  Record<"SANDBOX_KEY" | "SANDBOX_RESTRICTED_KEY" | "SANDBOX_ACCOUNT" | "SANDBOX_URL", string>
>;

/** The last one is for tests of this command: the simulator takes the processor's place. */
export async function openSandbox(variables: Variables): Promise<Sandbox> {
  const { SANDBOX_KEY: key, SANDBOX_RESTRICTED_KEY: lesser, SANDBOX_ACCOUNT: named } = variables;
  if (!key) throw new Error("Set SANDBOX_KEY to a secret key of the processor's sandbox (sk_test_…).");
  if (!/^[sr]k_test_/.test(key))
    throw new Error("SANDBOX_KEY is not a test key. The trials never use real money.");
  if (lesser && !/^rk_test_/.test(lesser))
    throw new Error("SANDBOX_RESTRICTED_KEY is not a restricted test key (rk_test_…).");
  const options = { maxNetworkRetries: 2, telemetry: false, ...addressOf(variables.SANDBOX_URL) };
  const stripe = new Stripe(key, options);
  return {
    stripe,
    restricted: lesser ? new Stripe(lesser, options) : undefined,
    accountId: named ?? (await findOnboardedAccount(stripe)),
  };
}

function addressOf(url: string | undefined) {
  if (!url) return {};
  const { hostname, port } = new URL(url);
  return { host: hostname, port, protocol: "http" as const };
}

async function findOnboardedAccount(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.accounts.list({ limit: 100 });
  return data.find(({ charges_enabled }) => charges_enabled)?.id;
}
