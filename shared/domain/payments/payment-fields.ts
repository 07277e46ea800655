import { keysOf } from "../values.ts";
import type { PaymentTerms } from "./create.ts";

/*
 * What becomes of each field of a payment's record, and of its operations', where it could reach somebody: when its merchant
 * is erased, in its merchant's export, and in the processor's events as a person in the console sees them. Erasure, export
 * and redaction follow from these tables, and a new field of a record does not compile before it has its row
 * (ledger/erasure.ts).
 */

export type FieldRule = {
  /** When the merchant is erased. What is personal, or could open something, goes. */
  erasure: "stays" | "goes";
  /** To the merchant. What only functions and indexes know each other by is withheld. */
  export: "shown" | "withheld";
};

type TermRule = FieldRule & {
  /** Whether the processor keeps it as metadata, whose name is then shown; its text is hidden unless it is harmless. */
  redaction: "not_in_metadata" | "name_shown";
};

const FACT = { erasure: "stays", export: "shown", redaction: "not_in_metadata" } as const;
const PERSONAL = { erasure: "goes", export: "shown", redaction: "not_in_metadata" } as const;
const PERSONAL_IN_METADATA = { erasure: "goes", export: "shown", redaction: "name_shown" } as const;
const INTERNAL = { erasure: "stays", export: "withheld" } as const;

const TERM_RULES: Record<keyof PaymentTerms, TermRule> = {
  connectedAccountId: FACT,
  amountCents: FACT,
  applicationFeeCents: FACT,
  feePolicy: FACT,
  currency: FACT,
  captureMethod: FACT,
  paymentMethodTypes: FACT,
  customerRef: PERSONAL_IN_METADATA,
  savePaymentMethod: FACT,
  orderRef: PERSONAL_IN_METADATA,
  description: PERSONAL,
  branch: PERSONAL_IN_METADATA,
  statementDescriptorSuffix: PERSONAL,
  // Their names are the caller's own, and hidden with their texts.
  metadata: PERSONAL,
  // The completing write removes it: it stands only on a creation that is open or was rejected.
  receiptEmail: { erasure: "goes", export: "withheld", redaction: "not_in_metadata" },
  idempotencyKey: PERSONAL,
};

const CLAIM_RULES = {
  pk: INTERNAL,
  sk: INTERNAL,
  merchantId: FACT,
  traceId: FACT,
  version: FACT,
  erasedAt: FACT,

  state: FACT,
  // A hash of the request's body, in which the order and its buyer may stand.
  fingerprint: { erasure: "goes", export: "withheld" },
  rebuiltTerms: FACT,
  ownerToken: INTERNAL,
  leaseExpiresAt: FACT,
  claimedAt: FACT,
  attemptedAt: FACT,
  attempts: FACT,
  keyNumber: FACT,
  // It repeats the orderRef; a creation's also holds the buyer's client secret. An erased merchant has no key to which it
  // is repeated.
  answer: PERSONAL,
  rejectedAs: FACT,
  rejectedAt: FACT,
  expiresAt: FACT,

  dueShard: INTERNAL,
  dueSort: INTERNAL,
  dueStep: INTERNAL,
} as const satisfies Record<string, FieldRule>;

export const OPERATION_RULES = {
  ...CLAIM_RULES,
  operationId: FACT,
  svcPaymentId: FACT,
  decided: FACT,
  requestedAt: FACT,
} as const satisfies Record<string, FieldRule>;

export const PAYMENT_RULES = {
  ...CLAIM_RULES,
  svcPaymentId: FACT,
  // By its terms, each for itself.
  terms: FACT,
  createdAt: FACT,
  statementNotes: FACT,
  disputes: FACT,
  failedRefunds: FACT,

  status: FACT,
  amountCents: FACT,
  applicationFeeCents: FACT,
  refundedCents: FACT,
  processorPaymentIntentId: FACT,
  processorChargeId: FACT,
  captureBefore: FACT,

  paymentSort: INTERNAL,
  // It holds the orderRef.
  orderKey: { erasure: "goes", export: "withheld" },
} as const satisfies Record<string, FieldRule>;

const namesWhere = <N extends string, R extends FieldRule>(
  rules: Record<N, R>,
  matches: (rule: R) => boolean,
): N[] => keysOf(rules).filter((name) => matches(rules[name]));

const goes = ({ erasure }: FieldRule): boolean => erasure === "goes";

export const ERASED_TERMS = namesWhere(TERM_RULES, goes);

export const erasedFields = <N extends string>(rules: Record<N, FieldRule>): N[] => namesWhere(rules, goes);

export const WITHHELD_FIELDS: readonly string[] = namesWhere(
  PAYMENT_RULES as Record<string, FieldRule>,
  (rule) => rule.export === "withheld",
);

export const WITHHELD_TERMS: readonly string[] = namesWhere(TERM_RULES, (rule) => rule.export === "withheld");

export const METADATA_TERMS: readonly string[] = namesWhere(
  TERM_RULES,
  ({ redaction }) => redaction === "name_shown",
);
