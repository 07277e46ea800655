import { parseApiKey } from "../../shared/domain/access/api-key.ts";
import {
  type AccountSnapshot,
  type ConnectedAccount,
  projectAccount,
} from "../../shared/domain/onboarding.ts";
import type { MerchantApi } from "./api.ts";
import type { LocalService } from "./local-service.ts";

/** An account that has everything and may do everything, except for what is given. */
export const anAccount = (given: Partial<AccountSnapshot> = {}): AccountSnapshot => ({
  accountId: "acct_1",
  chargesEnabled: true,
  payoutsEnabled: true,
  detailsSubmitted: true,
  disabledReason: null,
  currentlyDue: [],
  pastDue: [],
  pendingVerification: [],
  metadata: {},
  deauthorized: false,
  ...given,
});

/** The same, as the ledger has it. */
export const aStoredAccount = (given: Partial<AccountSnapshot> = {}): ConnectedAccount => {
  const account = anAccount(given);
  return { processorAccountId: account.accountId, ...projectAccount(account), version: 1 };
};

export const merchantIdOf = ({ apiKey }: MerchantApi): string => parseApiKey(apiKey)?.merchantId ?? "";

/** All accounts that the processor has for a merchant: there must never be two. */
export async function accountsOf(service: LocalService, api: MerchantApi): Promise<string[]> {
  const { data } = await service.stripe.accounts.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.svcMerchantId === merchantIdOf(api)).map(({ id }) => id);
}

/** Something happens to an account at the processor. */
export async function changeAccount(service: LocalService, accountId: unknown, state: object): Promise<void> {
  await control(service, `accounts/${accountId}`, state);
}

/** The merchant throws the platform out. */
export const deauthorize = (service: LocalService, accountId: unknown): Promise<void> =>
  control(service, `accounts/${accountId}/deauthorize`, {});

async function control({ stack }: LocalService, path: string, body: object): Promise<void> {
  const url = `${stack.processorUrl}/_simulator/${path}`;
  const { ok } = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  if (!ok) throw new Error(`The simulator rejected ${path}.`);
}

/** What the merchant does at the processor's page; answers where it is sent afterwards. */
export async function visit(
  url: unknown,
  outcome: "complete" | "restrict" | "reject",
): Promise<string | null> {
  const page = await fetch(String(url));
  if (!page.ok) throw new Error("The onboarding page does not open.");
  const body = new URLSearchParams({ outcome });
  const left = await fetch(String(url), { method: "POST", body, redirect: "manual" });
  return left.headers.get("location");
}
