import { type Json, mapOf, textOf } from "../values.ts";
import type { PaymentMethod } from "./payment-details.ts";

/** What a payment was paid with, or was last tried with. */
export type PaidWith = { type: string; brand: string | null; last4: string | null };

/**
 * From an event's body. A charge names it. An intent names it while its last attempt has failed. Otherwise an intent
 * names it only if one kind was possible. undefined: this event does not say.
 */
export function paidWith(body: string): PaidWith | undefined {
  const object = mapOf(mapOf(mapOf(JSON.parse(body)).data).object);
  const tried = mapOf(mapOf(object.last_payment_error).payment_method);
  const details = object.object === "charge" ? mapOf(object.payment_method_details) : tried;
  const type = textOf(details.type) ?? onlyTypeOf(object);
  if (type === null) return undefined;
  const { brand, bank_name, last4 } = mapOf(details[type]);
  return { type, brand: textOf(brand) ?? textOf(bank_name), last4: textOf(last4) };
}

/** From the details that a charge or an attempt has; null where they name no kind. */
export function methodIn(details: unknown): PaymentMethod | null {
  const type = textOf(mapOf(details).type);
  if (type === null) return null;
  const { brand, bank_name, last4, wallet, funding, country, exp_month, exp_year } = mapOf(
    mapOf(details)[type],
  );
  return {
    type,
    brand: textOf(brand) ?? textOf(bank_name),
    last4: textOf(last4),
    wallet: textOf(mapOf(wallet).type),
    funding: textOf(funding),
    country: textOf(country),
    expMonth: wholeOf(exp_month),
    expYear: wholeOf(exp_year),
  };
}

const wholeOf = (value: unknown): number | null => (Number.isInteger(value) ? Number(value) : null);

/** A card needs its charge: without brand and digits it says too little. */
function onlyTypeOf({ payment_method_types: types }: Json): string | null {
  const only = Array.isArray(types) && types.length === 1 ? textOf(types[0]) : null;
  return only === "card" ? null : only;
}
