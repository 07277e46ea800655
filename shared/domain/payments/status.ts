import { keysOf } from "../keys-of.ts";

export const INTENT_STATUSES = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "requires_capture",
  "succeeded",
  "canceled",
] as const;

export type IntentStatus = (typeof INTENT_STATUSES)[number];

export type PaymentStatus = IntentStatus | "partially_refunded" | "refunded";

const OPEN: readonly PaymentStatus[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

const MOVES: Record<PaymentStatus, readonly PaymentStatus[]> = {
  requires_payment_method: [...OPEN, "processing", "requires_capture", "succeeded", "canceled"],
  requires_confirmation: [...OPEN, "processing", "requires_capture", "succeeded", "canceled"],
  requires_action: [...OPEN, "processing", "requires_capture", "succeeded", "canceled"],
  processing: ["succeeded", "requires_payment_method", "requires_capture", "canceled"],
  requires_capture: ["succeeded", "canceled"],
  succeeded: ["partially_refunded", "refunded"],
  partially_refunded: ["refunded"],
  refunded: [],
  canceled: [],
};

/** The money was taken, whatever of it was given back since. */
export const isPaid = (status: PaymentStatus): boolean =>
  status === "succeeded" || status === "partially_refunded" || status === "refunded";

export const PAYMENT_STATUSES = keysOf(MOVES);

export const canMove = (from: PaymentStatus, to: PaymentStatus): boolean => MOVES[from].includes(to);
