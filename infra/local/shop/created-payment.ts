/** What creating a payment answers, as far as the shop needs it. */
export type CreatedPayment = {
  svcPaymentId: string;
  clientSecret: string;
  processorPaymentIntentId: string;
  connectedAccountId: string;
  publishableKey: string;
};
