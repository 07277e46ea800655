import type Stripe from "stripe";

/** Every type of event that this processor sends, with the SDK's own type of it. A type of event that is not here cannot be sent. */
export type SentEvents = {
  "account.application.deauthorized": Stripe.AccountApplicationDeauthorizedEvent;
  "account.updated": Stripe.AccountUpdatedEvent;
  "application_fee.created": Stripe.ApplicationFeeCreatedEvent;
  "application_fee.refunded": Stripe.ApplicationFeeRefundedEvent;
  "charge.captured": Stripe.ChargeCapturedEvent;
  "charge.dispute.closed": Stripe.ChargeDisputeClosedEvent;
  "charge.dispute.created": Stripe.ChargeDisputeCreatedEvent;
  "charge.dispute.funds_reinstated": Stripe.ChargeDisputeFundsReinstatedEvent;
  "charge.dispute.funds_withdrawn": Stripe.ChargeDisputeFundsWithdrawnEvent;
  "charge.dispute.updated": Stripe.ChargeDisputeUpdatedEvent;
  "charge.expired": Stripe.ChargeExpiredEvent;
  "charge.failed": Stripe.ChargeFailedEvent;
  "charge.pending": Stripe.ChargePendingEvent;
  "charge.refund.updated": Stripe.ChargeRefundUpdatedEvent;
  "charge.refunded": Stripe.ChargeRefundedEvent;
  "charge.succeeded": Stripe.ChargeSucceededEvent;
  "charge.updated": Stripe.ChargeUpdatedEvent;
  "customer.created": Stripe.CustomerCreatedEvent;
  "customer.deleted": Stripe.CustomerDeletedEvent;
  "payment_intent.amount_capturable_updated": Stripe.PaymentIntentAmountCapturableUpdatedEvent;
  "payment_intent.canceled": Stripe.PaymentIntentCanceledEvent;
  "payment_intent.created": Stripe.PaymentIntentCreatedEvent;
  "payment_intent.payment_failed": Stripe.PaymentIntentPaymentFailedEvent;
  "payment_intent.processing": Stripe.PaymentIntentProcessingEvent;
  "payment_intent.requires_action": Stripe.PaymentIntentRequiresActionEvent;
  "payment_intent.succeeded": Stripe.PaymentIntentSucceededEvent;
  "payment_method.attached": Stripe.PaymentMethodAttachedEvent;
  "payment_method.detached": Stripe.PaymentMethodDetachedEvent;
  "payout.canceled": Stripe.PayoutCanceledEvent;
  "payout.created": Stripe.PayoutCreatedEvent;
  "payout.failed": Stripe.PayoutFailedEvent;
  "payout.paid": Stripe.PayoutPaidEvent;
  "payout.reconciliation_completed": Stripe.PayoutReconciliationCompletedEvent;
  "radar.early_fraud_warning.created": Stripe.RadarEarlyFraudWarningCreatedEvent;
  "refund.created": Stripe.RefundCreatedEvent;
  "refund.failed": Stripe.RefundFailedEvent;
  "refund.updated": Stripe.RefundUpdatedEvent;
  "setup_intent.created": Stripe.SetupIntentCreatedEvent;
  "setup_intent.requires_action": Stripe.SetupIntentRequiresActionEvent;
  "setup_intent.setup_failed": Stripe.SetupIntentSetupFailedEvent;
  "setup_intent.succeeded": Stripe.SetupIntentSucceededEvent;
  "terminal.reader.action_failed": Stripe.TerminalReaderActionFailedEvent;
  "terminal.reader.action_succeeded": Stripe.TerminalReaderActionSucceededEvent;
};

export type SentType = keyof SentEvents;

/** What an event of a type is about. */
export type Subject<T extends SentType> = SentEvents[T]["data"]["object"];
