import type { ListedPayment } from "../../api/types.ts";
import { moneyText } from "../../words/money.ts";

type Searched = Pick<ListedPayment, "orderRef" | "amountCents" | "currency">;

/** An order that begins so, in any case, or an amount as it is written: 49.99, 49,99 or $49.99. */
export function isFoundBy(search: string | undefined, payment: Searched): boolean {
  if (!search) return true;
  const beginsSo = payment.orderRef?.toLowerCase().startsWith(search.toLowerCase()) ?? false;
  const digits = (text: string) => text.replace(/[^\d.]/g, "");
  const isNumber = /^[^\w\s]?\s?\d+([.,]\d+)?$/.test(search);
  const amount = digits(moneyText(payment.amountCents, payment.currency, "en-US"));
  const wanted = digits(search.replace(",", "."));
  return beginsSo || (isNumber && (amount === wanted || amount.replace(/\.0+$/, "") === wanted));
}
