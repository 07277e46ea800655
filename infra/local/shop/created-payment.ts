export type CreatedPayment = {
  svcPaymentId: string;
  clientSecret: string;
  processorPaymentIntentId: string;
  connectedAccountId: string;
  publishableKey: string;
};
