import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { createV2 } from "./request-trials.ts";
import { answerOf, describe, rejectionOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What customers who come back depend on: saved methods, and charges while they are away. */

const AWAY = { off_session: true } as const;
const RETURN = { return_url: "https://shop.example/thanks" };

/** A customer with a saved card. */
async function saveCard({ stripe, options }: Seller, name = "pm_card_visa") {
  const { id: customer } = await stripe.customers.create({}, options);
  const { id: method } = await stripe.paymentMethods.attach(name, { customer }, options);
  return { customer, method };
}

const automatic = (customer: string): Partial<Stripe.PaymentIntentCreateParams> => ({
  customer,
  automatic_payment_methods: { enabled: true },
});

/** `create` names types, which the processor does not take beside automatic ones. */
function order({ stripe, options }: Seller, given: Partial<Stripe.PaymentIntentCreateParams>) {
  return stripe.paymentIntents.create({ amount: 1000, currency: "usd", ...given }, options);
}

const asSaid = (answer: Stripe.PaymentIntent | Stripe.errors.StripeError): string =>
  answer instanceof Error ? describe(answer) : answer.status;

/** Fact 38. */
export async function seeReturnUrl(seller: Seller): Promise<Seen> {
  const { customer, method } = await saveCard(seller);
  const { id } = await order(seller, automatic(customer));
  const confirm = seller.stripe.paymentIntents.confirm(
    id,
    { payment_method: method, ...AWAY },
    seller.options,
  );
  const answer = await rejectionOr(confirm);
  return seen(answer instanceof Error && answer.param === "return_url", asSaid(answer));
}

/** Fact 38. */
export async function seeSavingWhileAway(seller: Seller): Promise<Seen> {
  const { customer, method } = await saveCard(seller);
  const { id } = await order(seller, { ...automatic(customer), setup_future_usage: "off_session" });
  const parameters = { payment_method: method, ...AWAY, ...RETURN };
  const answer = await rejectionOr(seller.stripe.paymentIntents.confirm(id, parameters, seller.options));
  return seen(answer instanceof Error, asSaid(answer));
}

/** Fact 37. */
export async function seeDetachedMethod(seller: Seller): Promise<Seen> {
  const { customer, method } = await saveCard(seller);
  const { id } = await order(seller, automatic(customer));
  await seller.stripe.paymentMethods.detach(method, {}, seller.options);
  const parameters = { payment_method: method, ...AWAY, ...RETURN };
  const answer = await answerOf(seller.stripe.paymentIntents.confirm(id, parameters, seller.options));
  const isAsExpected = answer instanceof Error && answer.code === undefined && answer.param === undefined;
  return seen(isAsExpected, asSaid(answer));
}

/** Fact 37. */
export async function seeDeletedCustomer(seller: Seller): Promise<Seen> {
  const { customer, method } = await saveCard(seller);
  const { id } = await order(seller, automatic(customer));
  await seller.stripe.customers.del(customer, {}, seller.options);
  const parameters = { payment_method: method, ...AWAY, ...RETURN };
  const answer = await answerOf(seller.stripe.paymentIntents.confirm(id, parameters, seller.options));
  return seen(answer instanceof Error, asSaid(answer));
}

/** Fact 37: the restricted key has the rights of going-live.md. */
export async function seeMethodRight(seller: Seller): Promise<Seen> {
  const { customer, method } = await saveCard(seller);
  const { id } = await order(seller, automatic(customer));
  const parameters = { payment_method: method, ...AWAY, ...RETURN };
  const answer = await answerOf(seller.restricted.paymentIntents.confirm(id, parameters, seller.options));
  return seen(!(answer instanceof Error), asSaid(answer));
}

/** Fact 33. */
export async function seeV2Customer(seller: Seller): Promise<Seen> {
  const { stripe } = seller;
  const made = await createV2(seller, randomUUID());
  if (made instanceof Error) return seen(false, `v2 account: ${describe(made)}`);
  const customer = await answerOf(stripe.customers.create({}, { stripeAccount: made.id }));
  return seen(!(customer instanceof Error), customer instanceof Error ? describe(customer) : customer.id);
}
