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

/** For a person who waits for a screen, which says less without it. */
const PATIENCE_MS = 2_000;

type Standing = { currency: string; availableCents: number; pendingCents: number };

/** The same for a person: what can be paid out, and what cannot yet. */
export async function fetchBalanceNow(accountId: string): Promise<Standing[]> {
  const options = { stripeAccount: accountId, timeout: PATIENCE_MS };
  const { available, pending } = await readFromProcessor((stripe) => stripe.balance.retrieve({}, options));
  const sumOf = (parts: typeof pending, currency: string) =>
    parts.reduce((sum, part) => (part.currency === currency ? sum + part.amount : sum), 0);
  const currencies = new Set([...available, ...pending].map(({ currency }) => currency));
  return [...currencies].toSorted().map((currency) => ({
    currency,
    availableCents: sumOf(available, currency),
    pendingCents: sumOf(pending, currency),
  }));
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
