import { amountText } from "./currency.ts";

type Searched = {
  orderRef: string | null;
  customerRef?: string | undefined;
  description?: string | undefined;
  amountCents: number;
  currency: string;
};

/** In any case: a part of order, customer or description, or an amount such as 49.99 or $49.99. */
export function isFoundBy(search: string, { amountCents, currency, ...payment }: Searched): boolean {
  const wanted = search.toLowerCase();
  const texts = [payment.orderRef, payment.customerRef, payment.description];
  if (texts.some((text) => text?.toLowerCase().includes(wanted))) return true;
  if (!/^[^\w\s]?\s?\d[\d.,]*$/.test(search)) return false;
  const amount = amountText(amountCents, currency);
  const digits = (text: string) => text.replace(/[^\d.]/g, "");
  // A comma stands before decimals or between thousands.
  return [search.replace(",", "."), search.replaceAll(",", "")].some((text) =>
    isAmount(digits(text), amount),
  );
}

/** 50 is 50.00, and 12.34 is 12.340; but 49.9 may be the beginning of 49.95. */
const isAmount = (typed: string, amount: string): boolean =>
  amount === typed || (/^\d+(\.\d\d+)?$/.test(typed) && amount.startsWith(typed) && isZeros(amount, typed));

const isZeros = (amount: string, typed: string): boolean =>
  (typed.includes(".") ? /^0*$/ : /^\.0*$/).test(amount.slice(typed.length));
