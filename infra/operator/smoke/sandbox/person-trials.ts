import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { answerOf, CannotTry, describe, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What a person must agree to on the provider's test page, or do in the account's dashboard first (facts 34, P8, P9, P10). */

type Redirected = { type: "klarna" | "mobilepay"; currency: string; country: string };

/** Prints the provider's page, and waits until a person has decided there. */
async function decide(
  seller: Seller,
  { type, currency, country }: Redirected,
  { button, ...given }: { button: string; capture_method?: "manual" },
): Promise<Stripe.PaymentIntent> {
  const billing_details = { email: "customer@example.com", address: { country } };
  const order = { currency, amount: 5000, allowed_payment_method_types: [type], ...given };
  const paying = { payment_method_data: { type, billing_details }, return_url: "https://example.com/back" };
  const intent = await answerOf(seller.create({ ...order, ...paying, confirm: true }));
  if (intent instanceof Error) throw new CannotTry(`this account cannot take ${type}: ${describe(intent)}`);
  console.log(`Open ${intent.next_action?.redirect_to_url?.url ?? "its page"} and press ${button}.`);
  const look = async () => {
    const current = await seller.stripe.paymentIntents.retrieve(intent.id, {}, seller.options);
    return current.status === "requires_action" ? undefined : current;
  };
  return seller.eventually("the decision", look).catch(() => {
    throw new CannotTry(`nobody pressed ${button} in time`);
  });
}

/** Fact 34: a customer who declines leaves no charge. */
export async function seeDeclinedConsent(seller: Seller): Promise<Seen> {
  const klarna = { type: "klarna", currency: "usd", country: "US" } as const;
  const intent = await decide(seller, klarna, { button: "Fail" });
  const { data } = await seller.stripe.charges.list({ payment_intent: intent.id }, seller.options);
  const says = `${intent.status}, ${intent.last_payment_error?.code ?? "no code"}, ${data.length} charges`;
  return seen(intent.status === "requires_payment_method" && data.length === 0, says);
}

/** Fact 34: MobilePay is captured as a whole. */
export async function seePartOfMobilePay(seller: Seller): Promise<Seen> {
  const mobilepay = { type: "mobilepay", currency: "dkk", country: "DK" } as const;
  const { id, status } = await decide(seller, mobilepay, { button: "Authorize", capture_method: "manual" });
  if (status !== "requires_capture") return seen(false, status);
  const part = { amount_to_capture: 3000, application_fee_amount: 60 };
  const keyed = { ...seller.options, idempotencyKey: randomUUID() };
  const captured = await answerOf(seller.stripe.paymentIntents.capture(id, part, keyed));
  return seen(captured instanceof Error, captured instanceof Error ? describe(captured) : captured.status);
}

/** P8: only whole units are paid out, and the rest waits for the next payout. */
export async function seeWholePayouts({ stripe, options }: Seller): Promise<Seen> {
  const { data } = await stripe.payouts.list({ limit: 100 }, options);
  const whole = data.filter(({ currency, automatic }) => automatic && /^(huf|twd)$/.test(currency));
  const [newest] = whole;
  if (!newest) throw new CannotTry("no automatic payout in HUF or TWD; settle in one of them first");
  const { data: lines } = await stripe.balanceTransactions.list({ payout: newest.id, limit: 100 }, options);
  const rest = lines
    .filter(({ type }) => type !== "payout")
    .reduce((sum, { net }) => sum + net, -newest.amount);
  return seen(
    newest.amount % 100 === 0 && rest < 100,
    `paid out ${newest.amount}, its lines have ${rest} more`,
  );
}

/** P9: a refund is taken from the balance of that day's settlement currencies. */
export async function seeOldRefund({ stripe, options }: Seller): Promise<Seen> {
  const expand = ["data.balance_transaction", "data.charge.balance_transaction"];
  const { data } = await stripe.refunds.list({ limit: 100, expand }, options);
  const { default_currency } = await stripe.accounts.retrieve(options.stripeAccount);
  const currencyOf = (line: unknown): string | undefined => (line as { currency?: string } | null)?.currency;
  const chargedIn = ({ charge }: Stripe.Refund) =>
    currencyOf((charge as Stripe.Charge | null)?.balance_transaction);
  const old = data.find((refund) => chargedIn(refund) && chargedIn(refund) !== default_currency);
  if (!old) throw new CannotTry("no refund of a charge that was booked before the default currency changed");
  const taken = currencyOf(old.balance_transaction);
  return seen(
    taken === default_currency,
    `charged in ${chargedIn(old)}, refunded from ${taken ?? "nothing yet"}`,
  );
}

/** P10: no fee is in an instant payout's own line. */
export async function seeInstantPayout({ stripe, options }: Seller): Promise<Seen> {
  const { data } = await stripe.payouts.list({ limit: 100, expand: ["data.balance_transaction"] }, options);
  const instant = data.find(({ method }) => method === "instant");
  if (!instant) throw new CannotTry("no instant payout; make one in the account's dashboard first");
  const { fee = 0 } = (instant.balance_transaction ?? {}) as { fee?: number };
  return seen(fee === 0, `its line has a fee of ${fee}`);
}
