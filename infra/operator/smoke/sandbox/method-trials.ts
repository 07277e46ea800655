import { randomUUID } from "node:crypto";
import { answerOf, describe, rejectionOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What statements, amounts, fees and captures do beyond a plain card payment. */

const PRINTED_CHARACTERS = 22;
const SUFFIX = "ORDER 1001";

/** Fact 35. */
export async function seeStatementDescriptor(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const { latest_charge } = await seller.sell("pm_card_visa", { statement_descriptor_suffix: SUFFIX });
  const charge = await stripe.charges.retrieve(String(latest_charge), {}, options);
  const printed = charge.calculated_statement_descriptor ?? "";
  const { settings } = await stripe.accounts.retrieve(options.stripeAccount);
  const prefix = settings?.card_payments?.statement_descriptor_prefix ?? "none";
  const isWhole = printed.endsWith(SUFFIX) && printed.length <= PRINTED_CHARACTERS;
  return seen(isWhole, `"${printed}", prefix ${prefix}`);
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

/** Needs a platform without money: pay its balance out first. */
export async function seeEmptyPlatform(seller: Seller): Promise<Seen> {
  const sale = await seller.sell("pm_card_visa");
  const refund = await answerOf(seller.refund(sale));
  if (refund instanceof Error) return seen(refund.code === "balance_insufficient", describe(refund));
  const { available } = await seller.stripe.balance.retrieve();
  const left = available.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");
  return seen(false, `refunded with its fee; the platform has ${left || "nothing"}`);
}

/** Fact 36. */
export async function seeWholeUnits(seller: Seller): Promise<Seen> {
  const answers = [];
  for (const [currency, amount] of [
    ["kwd", 5001],
    ["isk", 50_001],
  ] as const) {
    const made = await rejectionOr(seller.create({ currency, amount, application_fee_amount: 100 }));
    answers.push({ currency, made });
  }
  const says = answers.map(
    ({ currency, made }) => `${currency}: ${made instanceof Error ? describe(made) : "taken"}`,
  );
  return seen(
    answers.every(({ made }) => made instanceof Error),
    says.join("; "),
  );
}
