import { amountText, unitsOf } from "../../../../shared/domain/payments/currency.ts";

const FORMATS = new Map<string, Intl.NumberFormat>();

const CODE = /^[a-z]{3}$/i;

/** "USD", for titles. */
export const codeText = (currency: string): string =>
  CODE.test(currency) ? currency.toUpperCase() : "another currency";

/** With its code, because several currencies have one sign. */
export function moneyText(amountCents: number, currency: string, locale?: string): string {
  const text = signText(amountCents, currency, locale);
  return text.includes(currency.toUpperCase()) || !CODE.test(currency)
    ? text
    : `${text} ${codeText(currency)}`;
}

/** Where its code stands beside it. As the reader's language writes it; a code that is not a currency is left as it is. */
export function signText(amountCents: number, currency: string, locale?: string): string {
  const { decimals } = unitsOf(currency);
  const number = amountText(amountCents, currency);
  if (!CODE.test(currency)) return number;
  const key = `${locale} ${currency}`;
  const format = FORMATS.get(key) ?? currencyFormat(currency, decimals, locale);
  FORMATS.set(key, format);
  return format.format(number as `${number}`);
}

const currencyFormat = (currency: string, decimals: number, locale?: string) =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });

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
