export const MOVEMENT_KINDS = [
  "charge",
  "refund",
  "refund_failure",
  "platform_fee_return",
  "dispute",
  "dispute_reversal",
  "fee",
  "held_back",
  "adjustment",
  "payout",
  "payout_failure",
  "other_balance",
  "other",
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Money that moved on a connected account, in the currency in which the account settles. Signed: in is positive. */
export type Movement = {
  kind: MovementKind;
  currency: string;
  amountCents: number;
  platformFeeCents: number;
  processorFeeCents: number;
};

/** A balance line as it is stored, for statements and payouts alike: what it says of money, and whose payment it is. */
export type BalanceLine = {
  /** The processor's balance transaction. */
  transactionId: string;
  at: number;
  kind: MovementKind;
  /** null: about no payment, or about one made outside this service. */
  svcPaymentId: string | null;
  merchantsOwn: boolean;
  grossCents: number;
  /** Our fee, on payments of ours only: another platform's is among the other fees. */
  platformFeeCents: number;
  otherFeesCents: number;
  processorFeeCents: number;
  taxCents: number;
  netCents: number;
  currency: string;
  exchangeRate: number | null;
  /** What the customer was charged or given back, in the payment's own currency. null: nothing, or not known. */
  chargedCents: number | null;
  chargeCurrency: string | null;
  /** Of a payout's own line, and of one that came back: which payout. */
  sourcePayoutId?: string;
};

export const movementOf = (line: BalanceLine): Movement => ({
  kind: line.kind,
  currency: line.currency,
  amountCents: line.grossCents,
  platformFeeCents: line.platformFeeCents + line.otherFeesCents,
  processorFeeCents: line.processorFeeCents + line.taxCents,
});

/**
 * By the processor's reporting category. A bank debit that fails after it was booked, and the uncaptured rest of an
 * authorization that was booked whole, take back what was charged: they are charges with the other sign.
 */
const BY_CATEGORY: Readonly<Record<string, MovementKind>> = {
  charge: "charge",
  charge_failure: "charge",
  partial_capture_reversal: "charge",
  refund: "refund",
  refund_failure: "refund_failure",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  connect_reserved_funds: "held_back",
  risk_reserved_funds: "held_back",
  payment_network_reserved_funds: "held_back",
  other_adjustment: "adjustment",
  payout: "payout",
  payout_reversal: "payout_failure",
};

/** Types that have no category of their own, or one that is not known. A bank takes back a debit that it had paid. */
const BY_TYPE: Readonly<Record<string, MovementKind>> = {
  payment_reversal: "charge",
  payout_minimum_balance_hold: "held_back",
  payout_minimum_balance_release: "held_back",
  reserve_hold: "held_back",
  reserve_release: "held_back",
  reserve_transaction: "held_back",
  reserved_funds: "held_back",
  payout: "payout",
  payout_cancel: "payout_failure",
  payout_failure: "payout_failure",
};

/** An account may hold money for something else than payments, for example for cards that it issues. */
export const OF_PAYMENTS_BALANCE = "payments";

/**
 * The list of categories is open, and a type says less than its category: an adjustment may be a dispute, a failed
 * refund or a returned fee. A returned fee of ours is known by what it comes from. What nothing is known of is `other`:
 * no line is ever left out.
 */
export function movementKindOf(line: {
  balance: string;
  category: string;
  type: string;
  isFeeReturn: boolean;
}): MovementKind {
  if (line.balance !== OF_PAYMENTS_BALANCE) return "other_balance";
  const kind = own(BY_CATEGORY, line.category) ?? own(BY_TYPE, line.type) ?? "other";
  return kind === "fee" && line.isFeeReturn ? "platform_fee_return" : kind;
}

const own = (table: Readonly<Record<string, MovementKind>>, name: string): MovementKind | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const OF_PAYMENTS: readonly MovementKind[] = [
  "charge",
  "refund",
  "refund_failure",
  "platform_fee_return",
  "dispute",
  "dispute_reversal",
];
export const isOfPayment = (kind: MovementKind): boolean => OF_PAYMENTS.includes(kind);

/** Between the account and its bank: the money is the merchant's before and after. */
export const isPayout = (kind: MovementKind): boolean => kind === "payout" || kind === "payout_failure";

export const netOf = ({ amountCents, platformFeeCents, processorFeeCents }: Movement): number =>
  amountCents - platformFeeCents - processorFeeCents;
