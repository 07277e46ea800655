/** What the processor alone knows of a payment: it is asked when a person looks, and nothing of it is stored. */
export type PaymentDetails = {
  /** What it was paid with, or last tried with; null: it was not tried yet. */
  method: PaymentMethod | null;
  /** Why the last attempt failed; null: none did, or the payment has gone on since. */
  decline: Decline | null;
  /** Until when the hold can be captured (milliseconds); null: nothing is held. */
  captureBefore: number | null;
  /** The whole text that the customer reads; null: it is not charged yet, or the processor does not say. */
  statementDescriptor: string | null;
  /** Where the customer's receipt is shown to who has the address; null: it is not paid. */
  receiptUrl: string | null;
  /** null: nothing is booked yet. */
  fees: PaymentFees | null;
};

/** In the processor's words. */
export type PaymentMethod = {
  type: string;
  brand: string | null;
  last4: string | null;
  wallet: string | null;
  funding: string | null;
  country: string | null;
  expMonth: number | null;
  expYear: number | null;
};

/** Codes, never the processor's texts: those are written for the customer and may quote the card. */
export type Decline = {
  code: string | null;
  declineCode: string | null;
  networkDeclineCode: string | null;
  adviceCode: string | null;
};

/** In the currency in which the account settles, which may not be the payment's. */
export type PaymentFees = {
  currency: string;
  grossCents: number;
  /** What refunds took, less what failed ones gave back; null: not all of it is known. */
  refundsCents: number | null;
  /** With the tax on it, as in statements. */
  processorFeeCents: number;
  platformFeeCents: number;
  /** With refunds; null: it was returned in another currency, and not all of its lines are known. */
  platformFeeReturnedCents: number | null;
  netCents: number;
  /** What disputes took, less what they gave back, and what the processor asked for them. */
  disputesCents: number;
  disputeFeesCents: number;
  availableAt: number;
  /** What the customer was charged, in the payment's own currency. */
  chargedCents: number;
  chargeCurrency: string;
  /** null: nothing was exchanged. */
  exchangeRate: number | null;
};
