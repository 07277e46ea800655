import { randomUUID } from "node:crypto";
import { CARDS, STANDARD } from "../../../../shared/processor/accounts.ts";
import { API_VERSION } from "../../../../shared/processor/events.ts";
import { answerOf, describe, refusalOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What requests are answered with, and what accounts and intents say of themselves. */

export async function seeAccountCreation({ stripe }: Seller): Promise<Seen> {
  const asked = { country: "US", controller: STANDARD, capabilities: CARDS };
  const made = await refusalOr(stripe.accounts.create(asked, { idempotencyKey: randomUUID() }));
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
    const refused = (await Promise.all([ask(), ask()])).find((answer) => answer instanceof Error);
    if (!(refused instanceof Error)) continue;
    const isInUse = refused.rawType === "idempotency_error" && refused.code === "idempotency_key_in_use";
    return seen(refused.statusCode === 409 && isInUse, `${describe(refused)}, type ${refused.rawType}`);
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

export async function seeKeyScope({ stripe, options }: Seller): Promise<Seen> {
  const idempotencyKey = randomUUID();
  const order = { amount: 1000, currency: "usd", allowed_payment_method_types: ["card"] };
  const first = await stripe.paymentIntents.create(order, { ...options, idempotencyKey });
  const second = await refusalOr(stripe.paymentIntents.create(order, { idempotencyKey }));
  if (second instanceof Error) return seen(false, `one scope for all: ${describe(second)}`);
  return seen(
    second.id !== first.id,
    second.id === first.id ? "replayed across accounts" : "one scope for each account",
  );
}

export async function seeZeroFee(seller: Seller): Promise<Seen> {
  const created = await refusalOr(
    seller.sell("pm_card_visa", { capture_method: "manual", application_fee_amount: 0 }),
  );
  if (created instanceof Error) return seen(false, `refused at creation: ${describe(created)}`);
  const { stripe, options } = seller;
  const captured = await refusalOr(
    stripe.paymentIntents.capture(created.id, { application_fee_amount: 0 }, options),
  );
  const isRefused = captured instanceof Error;
  return seen(isRefused, `taken at creation; at capture ${isRefused ? describe(captured) : "taken"}`);
}

export async function seeThreeDecimals(seller: Seller): Promise<Seen> {
  const made = await refusalOr(seller.create({ amount: 5000, currency: "kwd", application_fee_amount: 125 }));
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
  const refused = await refusalOr(
    stripe.paymentIntents.capture(held.id, { amount_to_capture: 2000 }, options),
  );
  if (!(refused instanceof Error)) return seen(false, "more than was held is captured");
  return seen(refused.code === "amount_too_large" && !refused.param, describe(refused));
}

export async function seeLongPage({ stripe, options }: Seller): Promise<Seen> {
  const page = await refusalOr(stripe.events.list({ limit: 200 }, options));
  return seen(
    !(page instanceof Error),
    `limit 200: ${page instanceof Error ? describe(page) : "brought inside"}`,
  );
}

export async function seeSearch({ stripe, options }: Seller): Promise<Seen> {
  const query = { query: "metadata['svcPaymentId']:'nobody'", limit: 1 };
  const found = await refusalOr(stripe.paymentIntents.search(query, options));
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
