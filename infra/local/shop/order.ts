/** What the shop's page and its server tell each other. */

export type Order = {
  orderRef: string;
  svcPaymentId: string;
  status: string;
  /** Whether the shop's server refuses callbacks, as one that is down does. */
  isServerDown: boolean;
  /** What the shop's server has received about it, oldest first. */
  callbacks: { eventId: string; type: string; attempt: string; receivedAt: string }[];
};

/** How an attempt to pay went, before anything is known by callback. */
export type Attempt = {
  outcome: "accepted" | "declined" | "refused";
  /** The payment's, at the processor: the service hears of it a moment later. */
  status?: string;
  /** The processor's words, where it did not accept. */
  message?: string;
};

export type Refusal = { message: string };
