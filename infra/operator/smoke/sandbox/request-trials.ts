import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { CARDS, STANDARD, V2_PAGE_ITEMS } from "../../../../shared/processor/accounts.ts";
import { API_VERSION } from "../../../../shared/processor/events.ts";
import { answerOf, describe, rejectionOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What requests are answered with, and what accounts and intents say of themselves. */

export async function seeAccountCreation({ stripe }: Seller): Promise<Seen> {
  const asked = { country: "US", controller: STANDARD, capabilities: CARDS };
  const made = await rejectionOr(stripe.accounts.create(asked, { idempotencyKey: randomUUID() }));
  if (made instanceof Error) return seen(false, describe(made));
  const listed = Object.entries(made.capabilities ?? {}).map(([name, state]) => `${name} ${state}`);
  const says = `taken with capabilities: ${listed.join(", ") || "none"}`;
  return seen(made.capabilities?.card_payments !== undefined, says);
}

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

/** Endpoints of this list get snapshots; a thin destination is not on it. */
export async function seeWebhookEndpoints({ stripe }: Seller): Promise<Seen> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const ours = data.filter(({ url }) => new URL(url).pathname === "/webhooks/processor");
  const listed = ours.map(({ status, api_version }) => `${status} with ${api_version}`);
  const areGood = ours.every(
    ({ status, api_version }) => status === "enabled" && api_version === API_VERSION,
  );
  return seen(ours.length >= 2 && areGood, `${ours.length} endpoints: ${listed.join(", ") || "none"}`);
}

export async function seeAccountUpdated(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const mark = randomUUID();
  await stripe.accounts.update(options.stripeAccount, { metadata: { smoke: mark } });
  const told = await seller
    .eventually("account.updated", async () => {
      const { data } = await stripe.events.list({ type: "account.updated", limit: 20 }, options);
      return data.find((event) => JSON.stringify(event.data.object).includes(mark));
    })
    .catch(() => undefined);
  return seen(
    told !== undefined,
    told ? `account.updated is listed (${told.id})` : "no account.updated came",
  );
}

const V2_ACCOUNT: Stripe.V2.Core.AccountCreateParams = {
  contact_email: "smoke@example.com",
  dashboard: "full",
  identity: { country: "US" },
  configuration: { merchant: { capabilities: CARDS } },
  defaults: { responsibilities: { fees_collector: "stripe", losses_collector: "stripe" } },
};

export const createV2 = ({ stripe }: Seller, idempotencyKey: string, given = {}) =>
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

/** If v1 tells nothing, thin events do, or the hourly sync. */
export async function seeV2AccountEvents(seller: Seller): Promise<Seen> {
  const { stripe } = seller;
  const made = await createV2(seller, randomUUID());
  if (made instanceof Error) return seen(false, describe(made));
  const options = { stripeAccount: made.id };
  await stripe.accounts.update(made.id, { metadata: { smoke: "1" } });
  const told = await seller
    .eventually("account.updated", async () => {
      const { data } = await stripe.events.list({ type: "account.updated", limit: 20 }, options);
      return data[0];
    })
    .catch(() => undefined);
  return seen(told === undefined, told ? "v1 has account.updated of it" : "v1 has no account.updated of it");
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

export async function seeZeroFee(seller: Seller): Promise<Seen> {
  const created = await rejectionOr(
    seller.sell("pm_card_visa", { capture_method: "manual", application_fee_amount: 0 }),
  );
  if (created instanceof Error) return seen(false, `rejected at creation: ${describe(created)}`);
  const { stripe, options } = seller;
  const captured = await rejectionOr(
    stripe.paymentIntents.capture(created.id, { application_fee_amount: 0 }, options),
  );
  const isRejected = captured instanceof Error;
  return seen(isRejected, `taken at creation; at capture ${isRejected ? describe(captured) : "taken"}`);
}

export async function seeThreeDecimals(seller: Seller): Promise<Seen> {
  const made = await rejectionOr(
    seller.create({ amount: 5000, currency: "kwd", application_fee_amount: 125 }),
  );
  const says = `0.125 KWD as a fee: ${made instanceof Error ? describe(made) : "taken"}`;
  return seen(!(made instanceof Error), says);
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

export async function seeLongPage({ stripe, options }: Seller): Promise<Seen> {
  const page = await rejectionOr(stripe.events.list({ limit: 200 }, options));
  return seen(
    !(page instanceof Error),
    `limit 200: ${page instanceof Error ? describe(page) : "brought inside"}`,
  );
}

export async function seeSearch({ stripe, options }: Seller): Promise<Seen> {
  const query = { query: "metadata['svcPaymentId']:'nobody'", limit: 1 };
  const found = await rejectionOr(stripe.paymentIntents.search(query, options));
  return seen(!(found instanceof Error), found instanceof Error ? describe(found) : "offered");
}

export async function seeWalletDomain({ stripe, options }: Seller): Promise<Seen> {
  const domain_name = `trial-${Date.now()}.example.com`;
  const { id } = await stripe.paymentMethodDomains.create({ domain_name, enabled: true }, options);
  const { data } = await stripe.paymentMethodDomains.list({ domain_name }, options);
  const again = await answerOf(stripe.paymentMethodDomains.create({ domain_name }, options));
  await stripe.paymentMethodDomains.update(id, { enabled: false }, options);
  const says = again instanceof Error ? describe(again) : again.id === id ? "the same one" : "a second one";
  return seen(data[0]?.id === id && again instanceof Error, `found by its name; again: ${says}`);
}
