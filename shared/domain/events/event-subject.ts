import { isCurrency } from "../payments/currency.ts";
import { type Json, mapOf, textOf } from "../values.ts";
import { isShownOrderRef } from "./redaction.ts";

/** The order and the money that an event tells of; null where its body does not say. */
export type EventSubject = {
  orderRef: string | null;
  amountCents: number | null;
  currency: string | null;
};

const NOTHING: EventSubject = { orderRef: null, amountCents: null, currency: null };

/** From a body as it was received. One that cannot be read tells of nothing. */
export function subjectOf(type: string, body: string): EventSubject {
  const { object: told, previous_attributes: former } = mapOf(mapOf(parsed(body)).data);
  const object = mapOf(told);
  const { orderRef } = mapOf(object.metadata);
  const order = { orderRef: isShownOrderRef(orderRef) ? textOf(orderRef) : null };
  const currency = textOf(object.currency);
  const amountCents = amountOf(type, object, mapOf(former));
  if (!Number.isSafeInteger(amountCents) || currency === null || !isCurrency(currency))
    return { ...NOTHING, ...order };
  return { ...order, amountCents: Number(amountCents), currency };
}

/** What was refunded now is not what was refunded in all: only the former amount tells. */
function amountOf(type: string, object: Json, former: Json): unknown {
  if (type === "charge.refunded") return Number(object.amount_refunded) - Number(former.amount_refunded);
  return type === "payment_intent.succeeded" ? object.amount_received : object.amount;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
