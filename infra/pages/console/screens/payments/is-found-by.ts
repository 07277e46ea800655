import type { ListedPayment } from "../../api/types.ts";
import { moneyText } from "../../words/money.ts";

type Searched = Pick<ListedPayment, "orderRef" | "customerRef" | "description" | "amountCents" | "currency">;

/** In any case: a part of order, customer or description, or an amount such as 49.99 or $49.99. */
export function isFoundBy(search: string, payment: Searched): boolean {
  const wanted = search.toLowerCase();
  const { orderRef, customerRef, description } = payment;
  if ([orderRef, customerRef, description].some((text) => text?.toLowerCase().includes(wanted))) return true;
  const digits = (text: string) => text.replace(/[^\d.]/g, "");
  if (!/^[^\w\s]?\s?\d[\d.,]*$/.test(search)) return false;
  const amount = digits(moneyText(payment.amountCents, payment.currency, "en-US"));
  // A comma stands before decimals or between thousands.
  return [",", /,/g].some((comma, nth) => {
    const number = digits(search.replace(comma, nth === 0 ? "." : ""));
    return amount === number || amount.replace(/\.0+$/, "") === number;
  });
}
