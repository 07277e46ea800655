import type Stripe from "stripe";

/** What stands behind the address of an account link. Never shown through the API. */
export type OnboardingLink = {
  id: string;
  account: string;
  refresh_url: string;
  return_url: string;
  expires_at: number;
  used: boolean;
};

/** Which payout a balance transaction is in, if any. Never shown through the API. */
type PayoutItem = {
  id: string;
  transaction: string;
  payout: string;
  /** From when on it can be paid out, in seconds. */
  payday: number;
  created: number;
  currency: string;
  net: number;
  source: string;
  type: string;
};

/** What only v2 knows of an account that v2 has made. */
type V2Account = { id: string; metadata: Record<string, string> };

/** An event that names an object and does not carry it. */
export type ThinEvent = Omit<
  Stripe.V2.Core.Events.V2CoreAccountUpdatedEvent,
  "type" | "fetchRelatedObject" | "changes"
> & {
  type: ThinType;
};

export type ThinType =
  | Stripe.V2.Core.Events.V2CoreAccountCreatedEvent["type"]
  | Stripe.V2.Core.Events.V2CoreAccountClosedEvent["type"]
  | Stripe.V2.Core.Events.V2CoreAccountIncludingRequirementsUpdatedEvent["type"]
  | Stripe.V2.Core.Events.V2CoreAccountIncludingConfigurationMerchantCapabilityStatusUpdatedEvent["type"];

export type Kinds = {
  account: Stripe.Account;
  application_fee: Stripe.ApplicationFee;
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  /** What the line of a failed bank debit is about. */
  failure_refund: Stripe.Refund;
  fee_refund: Stripe.FeeRefund;
  onboarding_link: OnboardingLink;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  payment_method_domain: Stripe.PaymentMethodDomain;
  payout: Stripe.Payout;
  payout_item: PayoutItem;
  "radar.early_fraud_warning": Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  thin_event: ThinEvent;
  v2_account: V2Account;
  "terminal.location": Stripe.Terminal.Location;
  "terminal.reader": Stripe.Terminal.Reader;
};

export type Kind = keyof Kinds;
