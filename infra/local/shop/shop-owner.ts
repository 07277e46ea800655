export type ShopOwner = {
  baseUrl: string;
  apiKey: string;
  processorUrl: string;
  processorSecretKey: string;
};

type ReceivedCallback = {
  receivedAt: string;
  eventId: string;
  type: string;
  /** null: it is about no payment. */
  svcPaymentId: string | null;
  attempt: string;
};

export type CallbackLog = {
  list(): ReceivedCallback[];
  /** Those that were answered 503. */
  rejected: readonly ReceivedCallback[];
  isDown: boolean;
};
