export type CreatedPayment = {
  svcPaymentId: string;
  clientSecret: string;
  processorPaymentIntentId: string;
  connectedAccountId: string;
  publishableKey: string;
};

export type StartedSetup = Omit<CreatedPayment, "svcPaymentId" | "processorPaymentIntentId"> & {
  setupIntentId: string;
};
