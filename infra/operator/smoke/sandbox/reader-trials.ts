import { randomUUID } from "node:crypto";
import { describe, idOf, rejectionOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What a simulated reader of the processor's does when the server drives it (fact 27). */

const ADDRESS = { line1: "1 Main St", city: "Springfield", state: "IL", postal_code: "62701", country: "US" };

async function registerReader({ stripe, options }: Seller): Promise<string> {
  const keyed = () => ({ ...options, idempotencyKey: randomUUID() });
  const place = { display_name: "Smoke", address: ADDRESS };
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
