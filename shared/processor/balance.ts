import type { Cents } from "../domain/finance/balance.ts";
import { OF_PAYMENTS_BALANCE } from "../domain/finance/movement.ts";
import { readFromProcessor } from "./client.ts";
import { nextOf, pageAfter } from "./lookup.ts";

/** What is on an account now, available or not. */
export async function fetchBalance(accountId: string): Promise<Cents> {
  const { available, pending } = await readFromProcessor((stripe) =>
    stripe.balance.retrieve({}, { stripeAccount: accountId }),
  );
  const sums: Record<string, number> = {};
  for (const { currency, amount } of [...available, ...pending])
    sums[currency] = (sums[currency] ?? 0) + amount;
  return sums;
}

/** Only those of the balance of payments are in the account's balance. */
type NetPage = { lines: { currency: string; netCents: number; isOfPayments: boolean }[]; next?: string };

export async function listNetsSince(
  accountId: string,
  sinceMs: number,
  after: string | undefined,
): Promise<NetPage> {
  const parameters = { created: { gte: Math.ceil(sinceMs / 1000) }, ...pageAfter(after) };
  const page = await readFromProcessor((stripe) =>
    stripe.balanceTransactions.list(parameters, { stripeAccount: accountId }),
  );
  const lines = page.data.map(({ currency, net, balance_type }) => ({
    ...{ currency, netCents: net, isOfPayments: balance_type === OF_PAYMENTS_BALANCE },
  }));
  return { lines, ...nextOf(page) };
}

/** Whether anything has ever moved on an account before that time. */
export async function hasMovedBefore(accountId: string, untilMs: number): Promise<boolean> {
  const parameters = { created: { lt: Math.floor(untilMs / 1000) }, limit: 1 };
  const { data } = await readFromProcessor((stripe) =>
    stripe.balanceTransactions.list(parameters, { stripeAccount: accountId }),
  );
  return data.length > 0;
}
