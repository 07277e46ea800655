import type { HeadlineName } from "../../../shared/domain/payments/headline.ts";

export type Order = {
  orderRef: string;
  svcPaymentId: string;
  status: string;
  /** As the console shows it. */
  headline: HeadlineName;
  isServerDown: boolean;
  callbacks: {
    eventId: string;
    type: string;
    attempt: string;
    receivedAt: string;
    /** The shop's server was down. */
    isRejected: boolean;
  }[];
};

export type Attempt = {
  outcome: "accepted" | "declined" | "rejected";
  /** At the processor: the service learns of it a moment later. */
  status?: string;
  message?: string;
};

/** Of a second payment with the saved card, and what came of it. */
export type ChargedAgain = { order: Order; attempt: Attempt };

/** Then an event has failed. */
export const LAST_ATTEMPT = "8";

/** The stack's time after a day, and what happened in it. */
export type Day = { now: string; retries: number; failed: number };

/** The card or wallet that paid, in words. */
export type Receipt = { paidWith: string };

export type Rejection = { message: string };
