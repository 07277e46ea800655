import { randomUUID } from "node:crypto";
import { describe, idOf, rejectionOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What a simulated reader of the processor's does when the server drives it (fact 27). */

const ADDRESS = { line1: "1 Main St", city: "Springfield", state: "IL", postal_code: "62701", country: "US" };
const IN_CANADA = { line1: "1 King St", city: "Toronto", state: "ON", postal_code: "M5H 1A1", country: "CA" };

async function registerReader({ stripe, options }: Seller, address = ADDRESS): Promise<string> {
  const keyed = () => ({ ...options, idempotencyKey: randomUUID() });
  const place = { display_name: "Smoke", address };
  const { id: location } = await stripe.terminal.locations.create(place, keyed());
  const code = { registration_code: "simulated-wpe", location };
  return (await stripe.terminal.readers.create(code, keyed())).id;
}

const inPerson = async (seller: Seller): Promise<string> =>
  (await seller.create({ allowed_payment_method_types: ["card_present"], capture_method: "manual" })).id;

const send = ({ stripe, options }: Seller, reader: string, payment_intent: string) =>
  rejectionOr(stripe.terminal.readers.processPaymentIntent(reader, { payment_intent }, options));

/** The whole way, and what the service relies on: the action names its intent, and a cancellation may come twice. */
export async function seeReader(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const [reader, intent] = [await registerReader(seller), await inPerson(seller)];
  const sent = await send(seller, reader, intent);
  if (sent instanceof Error) return seen(false, `a payment: ${describe(sent)}`);
  const expand = ["action.process_payment_intent.payment_intent"];
  const { action } = (await stripe.terminal.readers.retrieve(reader, { expand }, options)) as typeof sent;
  const collected = action?.process_payment_intent?.payment_intent ?? null;
  await stripe.testHelpers.terminal.readers.presentPaymentMethod(reader, {}, options);
  const { status } = await seller.eventually("the authorization", async () => {
    const paid = await stripe.paymentIntents.retrieve(intent, {}, options);
    return paid.status === "requires_payment_method" ? undefined : paid;
  });
  const again = await send(seller, reader, intent);
  const freed = await rejectionOr(stripe.terminal.readers.cancelAction(reader, {}, options));
  const isNamed = typeof collected === "object" && idOf(collected) === intent;
  const says = [
    `action ${action?.status}, ${isNamed ? "with its intent" : "without its intent"}`,
    `payment ${status}`,
    `paid again: ${again instanceof Error ? describe(again) : "taken"}`,
    `canceling nothing: ${freed instanceof Error ? describe(freed) : "taken"}`,
  ].join("; ");
  const isRejected = again instanceof Error && again.code === "intent_invalid_state";
  return seen(isNamed && status === "requires_capture" && isRejected && !(freed instanceof Error), says);
}

/** The second payment replaces the first, which is why the service looks at the reader before it sends. */
export async function seeBusyReader(seller: Seller): Promise<Seen> {
  const reader = await registerReader(seller);
  const [first, second] = [await inPerson(seller), await inPerson(seller)];
  await send(seller, reader, first);
  const repeated = await send(seller, reader, first);
  const other = await send(seller, reader, second);
  const said = (answer: typeof other) => (answer instanceof Error ? describe(answer) : "taken");
  const collected = other instanceof Error ? null : other.action?.process_payment_intent?.payment_intent;
  const isReplaced = collected ? idOf(collected) === second : false;
  const says = `the same: ${said(repeated)}; another: ${said(other)}${isReplaced ? ", in the place of the first" : ""}`;
  return seen(isReplaced && !(repeated instanceof Error), says);
}

/** The action and the refund carry the operation's id: by it the service finds a refund whose reply was lost. */
export async function seeInteracRefund(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const { country } = await stripe.accounts.retrieve(options.stripeAccount);
  if (country !== "CA") throw new Error(`needs an account in Canada, this one is in ${country}`);
  const reader = await registerReader(seller, IN_CANADA);
  const types = { currency: "cad", allowed_payment_method_types: ["card_present", "interac_present"] };
  const { id: payment_intent } = await seller.create(types);
  const present = () =>
    stripe.testHelpers.terminal.readers.presentPaymentMethod(reader, { type: "interac_present" }, options);
  await send(seller, reader, payment_intent);
  await present();
  await seller.eventually("the payment", async () => {
    const { status } = await stripe.paymentIntents.retrieve(payment_intent, {}, options);
    return status === "succeeded" ? status : undefined;
  });
  const online = await rejectionOr(stripe.refunds.create({ payment_intent }, options));
  const metadata = { smoke: randomUUID() };
  const wanted = { payment_intent, amount: 500, metadata };
  const sent = await rejectionOr(stripe.terminal.readers.refundPayment(reader, wanted, options));
  if (sent instanceof Error) return seen(false, `at the reader: ${describe(sent)}`);
  await present();
  const made = await seller.eventually("the refund", async () => {
    const { data } = await stripe.refunds.list({ payment_intent }, options);
    return data[0];
  });
  const isShown = sent.action?.refund_payment?.metadata?.smoke === metadata.smoke;
  const isCarried = made.metadata?.smoke === metadata.smoke;
  const says = [
    `without its card: ${online instanceof Error ? describe(online) : "taken"}`,
    `the action ${isShown ? "shows" : "does not show"} its metadata`,
    `the refund ${isCarried ? "carries" : "does not carry"} them`,
  ].join("; ");
  return seen(online instanceof Error && isShown && isCarried, says);
}
