/** A merchant's customer. It lives at the processor alone, in the merchant's account. */
export type Customer = {
  customerId: string;
  /** The merchant's own reference. */
  customerRef: string | null;
};

export type NewCustomer = {
  customerRef?: string | undefined;
  email?: string | undefined;
  name?: string | undefined;
};

/** What a browser needs to save a payment method. */
export type CustomerSetup = {
  setupIntentId: string;
  clientSecret: string;
  connectedAccountId: string;
  publishableKey: string;
};

export type SavedMethod = {
  customerId: string;
  paymentMethodId: string;
  type: string;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
};
