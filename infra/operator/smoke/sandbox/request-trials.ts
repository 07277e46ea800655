import { randomUUID } from "node:crypto";
import { describe, idOf, refusalOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What requests are answered with, and what accounts and intents say of themselves. */

export async function seeApplication(seller: Seller): Promise<Seen> {
  const { application } = await seller.create();
  return seen(application !== null, `application of an intent: ${idOf(application) ?? "null"}`);
}

export async function seeCapabilities({ stripe, options }: Seller): Promise<Seen> {
  const { capabilities = {}, controller } = await stripe.accounts.retrieve(options.stripeAccount);
  const listed = Object.entries(capabilities).map(([name, state]) => `${name} ${state}`);
  const says = `dashboard ${controller?.stripe_dashboard?.type}; ${listed.join(", ") || "no capabilities"}`;
  return seen(capabilities.card_payments !== undefined, says);
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

export async function seeReplayedHeader({ stripe, options }: Seller): Promise<Seen> {
  const keyed = { ...options, idempotencyKey: randomUUID() };
  const order = { amount: 1000, currency: "usd", allowed_payment_method_types: ["card"] };
  await stripe.paymentIntents.create(order, keyed);
  const { lastResponse } = await stripe.paymentIntents.create(order, keyed);
  const header = lastResponse.headers["idempotent-replayed"];
  return seen(header === "true", `Idempotent-Replayed: ${header ?? "absent"}`);
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
