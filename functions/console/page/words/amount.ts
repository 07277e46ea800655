import { unitsOf } from "../../../../shared/domain/payments/currency.ts";

/**
 * An amount as people write it, 10, 10.00 or 10,00, in the currency's smallest unit; undefined for anything else. No
 * thousands: whether 1.000 is one or a thousand is not ours to guess.
 */
export function centsOf(text: string, currency: string): number | undefined {
  const { decimals } = unitsOf(currency);
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || (fraction !== "" && fraction.length !== decimals)) return undefined;
  return Number(whole + fraction.padEnd(decimals, "0"));
}
