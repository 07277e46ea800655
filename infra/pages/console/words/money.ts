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
