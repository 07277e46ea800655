export type Order = {
  orderRef: string;
  svcPaymentId: string;
  status: string;
  isServerDown: boolean;
  callbacks: { eventId: string; type: string; attempt: string; receivedAt: string }[];
};

export type Attempt = {
  outcome: "accepted" | "declined" | "refused";
  /** At the processor: the service learns of it a moment later. */
  status?: string;
  message?: string;
};

export type Refusal = { message: string };
