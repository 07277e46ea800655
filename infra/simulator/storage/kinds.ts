import type Stripe from "stripe";

/** An event as stored and sent. The SDK's own union cannot be built without knowing the type beforehand. */
export type StoredEvent = Omit<Stripe.EventBase, "data"> & { data: { object: object } };

/** What stands behind the address of an account link. Never shown through the API. */
type OnboardingLink = {
  id: string;
  account: string;
  refresh_url: string;
  return_url: string;
  expires_at: number;
  used: boolean;
};

/** Every kind of stored object and its type in the SDK. */
export type Kinds = {
  account: Stripe.Account;
  application_fee: Stripe.ApplicationFee;
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: StoredEvent;
  onboarding_link: OnboardingLink;
  payment_intent: Stripe.PaymentIntent;
  refund: Stripe.Refund;
  "terminal.location": Stripe.Terminal.Location;
  "terminal.reader": Stripe.Terminal.Reader;
};

export type Kind = keyof Kinds;
