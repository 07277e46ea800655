import type { SettingTable } from "../storage/settings.ts";

export const INTERVALS = ["daily", "manual"] as const;
type Interval = (typeof INTERVALS)[number];

/** At once, unless a control says otherwise: then a payout's lines are listed three days after the sale. */
const RECONCILIATION_SECONDS = 0;

export type PayoutSettings = ReturnType<typeof createPayoutSettings>;

/**
 * How an account is paid out: daily unless told otherwise, and so long until what is in a payout is known. Fact P9: in
 * which currencies it settles beside its default one.
 */
export function createPayoutSettings(settings: SettingTable) {
  const nameOf = (what: string, account: string) => `payout_${what} ${account}`;
  return {
    interval: (account: string): Interval =>
      settings.find(nameOf("interval", account)) === "manual" ? "manual" : "daily",
    setInterval: (account: string, interval: Interval): void =>
      settings.save(nameOf("interval", account), interval),
    /** What was too little for the bank, and is still to be paid out. */
    remainder: (account: string, currency: string): number =>
      Number(settings.find(nameOf(`remainder_${currency}`, account)) ?? 0),
    setRemainder: (account: string, currency: string, cents: number): void =>
      settings.save(nameOf(`remainder_${currency}`, account), String(cents)),
    settlementCurrencies: (account: string): string[] =>
      JSON.parse(settings.find(nameOf("currencies", account)) ?? "[]"),
    setSettlementCurrencies: (account: string, currencies: string[]): void =>
      settings.save(nameOf("currencies", account), JSON.stringify(currencies)),
    reconciliationDelayMs: (account: string): number =>
      Number(settings.find(nameOf("reconciliation", account)) ?? RECONCILIATION_SECONDS) * 1000,
    setReconciliationDelay: (account: string, seconds: number): void =>
      settings.save(nameOf("reconciliation", account), String(seconds)),
  };
}
