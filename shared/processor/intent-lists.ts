import type Stripe from "stripe";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { readFromProcessor } from "./client.ts";
import type { NewIntent } from "./intents.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";
import { NotUnderstood, toSnapshot } from "./snapshot.ts";

/** `isTouched`: a customer had its secret, and has tried to pay. `isDisputed`: it has or had a dispute. */
export type ListedIntent = NewIntent & {
  createdAt: number;
  description: string | null;
  /** Of the statement descriptor. */
  suffix: string | null;
  isTouched: boolean;
  isDisputed: boolean;
};

/** `unreadable`: how many are of an unknown shape. */
export type IntentPage = { intents: ListedIntent[]; unreadable: number; next?: string };

export async function listIntents(
  accountId: string,
  window: TimeWindow,
  after: string | undefined,
): Promise<IntentPage> {
  const parameters = {
    created: createdWithin(window),
    expand: ["data.latest_charge"],
    ...pageAfter(after),
  };
  const page = await readFromProcessor((stripe) =>
    stripe.paymentIntents.list(parameters, { stripeAccount: accountId }),
  );
  const intents = page.data.flatMap(toListedIntent);
  return { intents, unreadable: page.data.length - intents.length, ...nextOf(page) };
}

function toListedIntent(intent: Stripe.PaymentIntent): ListedIntent[] {
  try {
    const { created, description, statement_descriptor_suffix: suffix } = intent;
    // An intent without a secret can no longer be paid; its payment is rebuilt anyway.
    const clientSecret = intent.client_secret ?? "";
    const isTouched = intent.payment_method !== null || intent.last_payment_error !== null;
    const charge = intent.latest_charge;
    const isDisputed = charge !== null && typeof charge === "object" && charge.disputed;
    const createdAt = created * 1000;
    const given = { description, suffix };
    return [{ snapshot: toSnapshot(intent), clientSecret, createdAt, ...given, isTouched, isDisputed }];
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return [];
  }
}
