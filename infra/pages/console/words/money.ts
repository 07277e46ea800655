import { amountText, unitsOf } from "../../../../shared/domain/payments/currency.ts";

const FORMATS = new Map<string, Intl.NumberFormat>();

/** With its code, because several currencies have one sign. */
export function moneyText(amountCents: number, currency: string, locale?: string): string {
  const text = signText(amountCents, currency, locale);
  const code = currency.toUpperCase();
  return text.includes(code) || !/^[A-Z]{3}$/.test(code) ? text : `${text} ${code}`;
}

/** Where its code stands beside it. As the reader's language writes it; a code that is not a currency is left as it is. */
export function signText(amountCents: number, currency: string, locale?: string): string {
  const { decimals } = unitsOf(currency);
  const number = amountText(amountCents, currency);
  if (!/^[a-z]{3}$/i.test(currency)) return number;
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
