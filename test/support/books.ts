import type Stripe from "stripe";

/*
 * An auditor's books: what an account's lines at the processor come to, by day and currency. They import nothing of the
 * service, and know its rules from the processor's documents alone, so that a wrong rule there is wrong here too only if
 * somebody has made the same mistake twice.
 */

/** Signed: what comes in is positive. */
type Entry = {
  date: string;
  currency: string;
  moved: number;
  payouts: number;
  returned: number;
};

export type Books = {
  entries: Entry[];
  /** What was on the account when the day ended. */
  closing(date: string, currency: string): number;
  /** Over a range of days, both included. */
  sum(from: string, to: string, currency: string): Omit<Entry, "date" | "currency">;
  currencies: string[];
};

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export async function keepBooks(stripe: Stripe, stripeAccount: string): Promise<Books> {
  const lines = await stripe.balanceTransactions
    .list({ limit: 100 }, { stripeAccount })
    .autoPagingToArray({ limit: 10_000 });
  const entries = lines
    .filter(({ balance_type }) => balance_type === "payments")
    .map(({ created, currency, net, type }): Entry => {
      const entry = { date: dayOf(created), currency, moved: 0, payouts: 0, returned: 0 };
      if (type === "payout") return { ...entry, payouts: -net };
      if (type === "payout_failure" || type === "payout_cancel") return { ...entry, returned: net };
      return { ...entry, moved: net };
    });
  const sum: Books["sum"] = (from, to, currency) => {
    const meant = entries.filter(
      (entry) => entry.date >= from && entry.date <= to && entry.currency === currency,
    );
    const of = (name: "moved" | "payouts" | "returned") =>
      meant.reduce((cents, entry) => cents + entry[name], 0);
    return { moved: of("moved"), payouts: of("payouts"), returned: of("returned") };
  };
  return {
    entries,
    sum,
    closing(date, currency) {
      const { moved, payouts, returned } = sum("", date, currency);
      return moved - payouts + returned;
    },
    currencies: [...new Set(entries.map(({ currency }) => currency))].sort(),
  };
}
