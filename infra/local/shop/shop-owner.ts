/** What the shop's server has of the demo merchant: its keys, and where service and processor listen. */
export type ShopOwner = {
  baseUrl: string;
  apiKey: string;
  processorUrl: string;
  processorSecretKey: string;
};

/** A callback that the demo merchant's server has taken and verified. */
type ReceivedCallback = {
  receivedAt: string;
  eventId: string;
  type: string;
  /** null: it is about no payment. */
  svcPaymentId: string | null;
  attempt: string;
};

/** The demo merchant's server for callbacks. */
export type CallbackLog = {
  /** Everything that was received, oldest first. */
  list(): ReceivedCallback[];
  /** While it is, every callback is answered 503. */
  isDown: boolean;
};
