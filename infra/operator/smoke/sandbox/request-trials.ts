import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { CARDS, V2_PAGE_ITEMS } from "../../../../shared/processor/accounts.ts";
import { answerOf, describe, rejectionOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What requests are answered with, and what accounts and intents say of themselves. */

export async function seeRestrictedAccount({ restricted, options }: Seller): Promise<Seen> {
  const read = await answerOf(restricted.accounts.retrieve(options.stripeAccount));
  return seen(!(read instanceof Error), read instanceof Error ? `${read.message}` : "read");
}

export async function seeFeeReturnRight(seller: Seller): Promise<Seen> {
  const { id: payment_intent } = await seller.sell("pm_card_visa");
  const keyed = { ...seller.options, idempotencyKey: randomUUID() };
  const refund = await answerOf(
    seller.restricted.refunds.create({ payment_intent, refund_application_fee: true }, keyed),
  );
  if (!(refund instanceof Error)) return seen(false, `without the right to write fees: ${refund.status}`);
  return seen(refund.statusCode === 403 && /application_fee/.test(refund.message), describe(refund));
}

/** So often two requests are sent at once, until they meet. */
const MEETINGS = 5;

export async function seeKeyInUse({ stripe, options }: Seller): Promise<Seen> {
  const order = { amount: 1000, currency: "usd", allowed_payment_method_types: ["card"] };
  for (let meeting = 0; meeting < MEETINGS; meeting++) {
    const keyed = { ...options, idempotencyKey: randomUUID(), maxNetworkRetries: 0 };
    const ask = () => answerOf(stripe.paymentIntents.create(order, keyed));
    const rejected = (await Promise.all([ask(), ask()])).find((answer) => answer instanceof Error);
    if (!(rejected instanceof Error)) continue;
    const isInUse = rejected.rawType === "idempotency_error" && rejected.code === "idempotency_key_in_use";
    return seen(rejected.statusCode === 409 && isInUse, `${describe(rejected)}, type ${rejected.rawType}`);
  }
  throw new Error(`Two requests at once did not meet in ${MEETINGS} attempts.`);
}

const V2_ACCOUNT: Stripe.V2.Core.AccountCreateParams = {
  contact_email: "smoke@example.com",
  dashboard: "full",
  identity: { country: "US" },
  configuration: { merchant: { capabilities: CARDS } },
  defaults: { responsibilities: { fees_collector: "stripe", losses_collector: "stripe" } },
};

const createV2 = ({ stripe }: Seller, idempotencyKey: string, given = {}) =>
  answerOf(stripe.v2.core.accounts.create({ ...V2_ACCOUNT, ...given }, { idempotencyKey }));

/** The service needs that v1 shows it by its id. It works with or without the rest. */
export async function seeV2Account(seller: Seller): Promise<Seen> {
  const { stripe } = seller;
  const smoke = randomUUID();
  const made = await createV2(seller, smoke, { metadata: { smoke } });
  if (made instanceof Error) return seen(false, `${describe(made)}, type ${made.rawType}`);
  const shown = await answerOf(stripe.accounts.retrieve(made.id));
  if (shown instanceof Error) return seen(false, `v1 does not show it: ${describe(shown)}`);
  const hasMetadata = shown.metadata?.smoke === smoke;
  const { data } = await stripe.accounts.list({ limit: 100 });
  const isListed = data.some(({ id }) => id === made.id);
  const first = (await stripe.v2.core.accounts.list({ limit: V2_PAGE_ITEMS })).data[0]?.id;
  const words = [
    hasMetadata ? "its metadata" : "no metadata",
    isListed ? "lists it" : "does not list it",
    first === made.id ? "v2 lists the newest first" : "v2 does not list the newest first",
  ];
  return seen(
    !hasMetadata && !isListed && first === made.id,
    `v1 shows ${words[0]} and ${words[1]}; ${words[2]}`,
  );
}

export async function seeV2AccountKey(seller: Seller): Promise<Seen> {
  const key = randomUUID();
  const [first, again] = [await createV2(seller, key), await createV2(seller, key)];
  if (first instanceof Error || again instanceof Error) return seen(false, "rejected");
  const other = await createV2(seller, key, { contact_email: "other@example.com" });
  const isRejected = other instanceof Error && other.rawType === "idempotency_error";
  const said = other instanceof Error ? `${describe(other)}, type ${other.rawType}` : "taken";
  return seen(
    first.id === again.id && isRejected && other.statusCode === 400,
    `${first.id === again.id ? "the same account" : "another account"}; with other parameters ${said}`,
  );
}

/** One page more than the service asks for is rejected, and the restricted key may read the list. */
export async function seeV2List({ stripe, restricted }: Seller): Promise<Seen> {
  const long = await answerOf(stripe.v2.core.accounts.list({ limit: V2_PAGE_ITEMS + 1 }));
  const read = await answerOf(restricted.v2.core.accounts.list({ limit: V2_PAGE_ITEMS }));
  const says = [
    `limit ${V2_PAGE_ITEMS + 1}: ${long instanceof Error ? describe(long) : "taken"}`,
    `with the restricted key: ${read instanceof Error ? describe(read) : "read"}`,
  ].join("; ");
  return seen(long instanceof Error && !(read instanceof Error), says);
}

export async function seeKeyScope({ stripe, options }: Seller): Promise<Seen> {
  const idempotencyKey = randomUUID();
  const order = { amount: 1000, currency: "usd", allowed_payment_method_types: ["card"] };
  const first = await stripe.paymentIntents.create(order, { ...options, idempotencyKey });
  const second = await rejectionOr(stripe.paymentIntents.create(order, { idempotencyKey }));
  if (second instanceof Error) return seen(false, `one scope for all: ${describe(second)}`);
  return seen(
    second.id !== first.id,
    second.id === first.id ? "replayed across accounts" : "one scope for each account",
  );
}

export async function seeReleasedHold(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const held = await seller.sell("pm_card_visa", { capture_method: "manual" });
  const part = { amount_to_capture: 600, application_fee_amount: 60 };
  await stripe.paymentIntents.capture(held.id, part, options);
  const { amount_captured, amount_refunded } = await seller.chargeOf(held);
  const says = `captured ${amount_captured} of ${held.amount}; amount_refunded ${amount_refunded}`;
  return seen(amount_captured === 600 && amount_refunded === 0, says);
}

export async function seeOverCapture(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const held = await seller.sell("pm_card_visa", { capture_method: "manual" });
  const rejected = await rejectionOr(
    stripe.paymentIntents.capture(held.id, { amount_to_capture: 2000 }, options),
  );
  if (!(rejected instanceof Error)) return seen(false, "more than was held is captured");
  return seen(rejected.code === "amount_too_large" && !rejected.param, describe(rejected));
}

/** Two keys, so that both are carried out. */
export async function seeTwoCaptures(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const { id } = await seller.sell("pm_card_visa", { capture_method: "manual" });
  const capture = () =>
    answerOf(stripe.paymentIntents.capture(id, {}, { ...options, idempotencyKey: randomUUID() }));
  const answers = await Promise.all([capture(), capture()]);
  const rejected = answers.find((answer) => answer instanceof Error);
  if (!(rejected instanceof Error)) return seen(false, "both were taken");
  const isAboutAnother = /in-progress request/i.test(rejected.message);
  const says = `${describe(rejected)}${isAboutAnother ? ", another request in progress" : ""}`;
  return seen(
    answers.some((answer) => !(answer instanceof Error)),
    says,
  );
}

/** Fact 33. */
export async function seeV2Customer(seller: Seller): Promise<Seen> {
  const { stripe } = seller;
  const made = await createV2(seller, randomUUID());
  if (made instanceof Error) return seen(false, `v2 account: ${describe(made)}`);
  const customer = await answerOf(stripe.customers.create({}, { stripeAccount: made.id }));
  return seen(!(customer instanceof Error), customer instanceof Error ? describe(customer) : customer.id);
}

/** The restricted key has the rights of going-live.md (fact 31). The customer is away. */
export async function seeMethodRight({ stripe, restricted, options }: Seller): Promise<Seen> {
  const { id: customer } = await stripe.customers.create({}, options);
  const { id: payment_method } = await stripe.paymentMethods.attach("pm_card_visa", { customer }, options);
  const order = { amount: 1000, currency: "usd", customer, automatic_payment_methods: { enabled: true } };
  const { id } = await stripe.paymentIntents.create(order, options);
  const parameters = { payment_method, off_session: true, return_url: "https://shop.example/thanks" };
  const answer = await answerOf(restricted.paymentIntents.confirm(id, parameters, options));
  return seen(!(answer instanceof Error), answer instanceof Error ? describe(answer) : answer.status);
}
