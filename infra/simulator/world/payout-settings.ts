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
