import { unitsOf } from "../../../../shared/domain/payments/currency.ts";

/**
 * An amount as people write it, 10, 10.00 or 10,00, in the currency's smallest unit; undefined for anything else. Also
 * as this page writes it, $1,234.50. Thousands only where nothing else can be meant: whether 1.000 is one or a thousand
 * is not ours to guess.
 */
export function centsOf(text: string, currency: string): number | undefined {
  const { decimals } = unitsOf(currency);
  const number = text.trim().replace(/^(\p{Sc}|[A-Z]{3})\s?|\s?(\p{Sc}|[A-Z]{3})$/gu, "");
  const grouped = new RegExp(`^\\d{1,3}([.,’\\s])\\d{3}(\\1\\d{3})*${decimals ? "(?!\\1)[.,]\\d+" : ""}$`);
  const separator = grouped.exec(number)?.[1];
  const digits = separator ? number.replaceAll(separator, "") : number;
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(digits) ?? [];
  if (whole === undefined || (fraction !== "" && fraction.length !== decimals)) return undefined;
  return Number(whole + fraction.padEnd(decimals, "0"));
}
