import { Failure } from "../domain/failure.ts";
import type { ConnectedAccount } from "../domain/onboarding.ts";
import type { Merchant } from "../ledger/merchants.ts";

export const noConnectedAccount = (): Failure =>
  new Failure("no_connected_account", "The merchant has no connected account yet.");

export function connectedAccount({ account }: Merchant): ConnectedAccount {
  if (!account) throw noConnectedAccount();
  return account;
}

export const connectedAccountId = (merchant: Merchant): string =>
  connectedAccount(merchant).processorAccountId;
