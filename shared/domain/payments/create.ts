import { Failure } from "../failure.ts";
import { wrongUnit } from "./currency.ts";
import type { CaptureMethod } from "./payment.ts";

/** Everything that creating the payment at the processor needs, frozen when it is claimed. */
export type PaymentTerms = {
  connectedAccountId: string;
  amountCents: number;
  applicationFeeCents: number;
  /** The number of the policy that made the fee (see fee-policy.ts). A payment that was rebuilt has none. */
  feePolicy?: number | undefined;
  currency: string;
  captureMethod: CaptureMethod;
  paymentMethodTypes?: string[] | undefined;
  customerRef?: string | undefined;
  /** Whether the customer's payment method is kept, and for whom: for the customer alone, or also while it is away. */
  savePaymentMethod?: "on_session" | "off_session" | undefined;
  orderRef?: string | undefined;
  description?: string | undefined;
  branch?: string | undefined;
  /** What card customers read on their statements, behind the account's own words. */
  statementDescriptorSuffix?: string | undefined;
  /** The caller's own, beside ours (metadata.ts). */
  metadata?: Record<string, string> | undefined;
  /** Where the processor mails the receipt. Only its creation needs it: the completing write removes it. */
  receiptEmail?: string | undefined;
  /** The body's idempotencyKey, which the caller wants the processor to see. */
  idempotencyKey?: string | undefined;
};

type Ordered = Pick<
  PaymentTerms,
  "amountCents" | "currency" | "captureMethod" | "paymentMethodTypes" | "savePaymentMethod" | "customerRef"
>;

/** Why no payment can be created with these terms; undefined where one can. */
export const whyNotCreatable = (terms: Ordered): Failure | undefined =>
  wrongUnit(terms.amountCents, terms.currency) ?? notHeld(terms) ?? notSavable(terms);

/** An Interac card pays at once or not at all. */
function notHeld({ captureMethod, paymentMethodTypes = [] }: Ordered): Failure | undefined {
  if (captureMethod !== "manual" || !paymentMethodTypes.includes("interac_present")) return undefined;
  const detail =
    "captureMethod must be automatic for interac_present: an Interac card cannot be authorized first.";
  return new Failure("invalid_request", "The payment method cannot be captured later.", {
    errors: [{ pointer: "/captureMethod", detail }],
  });
}

/** A payment method is saved for a customer, and charged later for that one. */
function notSavable({ savePaymentMethod, customerRef }: Ordered): Failure | undefined {
  if (savePaymentMethod === undefined || isCustomerId(customerRef)) return undefined;
  const detail = "savePaymentMethod needs the customer in customerRef: the cus_… id from POST /v1/customers.";
  return new Failure("invalid_request", "The payment method cannot be saved.", {
    errors: [{ pointer: "/savePaymentMethod", detail }],
  });
}

/** A customer at the processor. Any other reference is the merchant's own, and metadata. */
export const isCustomerId = (customerRef: string | undefined): customerRef is string =>
  customerRef?.startsWith("cus_") ?? false;

/**
 * Creates ask the processor, which takes 25 requests a second of them, of all merchants together. While more than 20 a
 * second are made, a merchant above an equal share is told to wait. One create in ten counts for ten, chosen by the
 * payment's id, so counts are about right and cost a tenth of a write.
 */
export const CREATES_PER_SECOND = 20;

const WINDOW_MS = 10_000;
const WINDOW_CREATES = (CREATES_PER_SECOND * WINDOW_MS) / 1000;

export const COUNTS_FOR = 10;

/** Of one window of ten seconds, by merchant. */
export type CreateCounts = ReadonlyMap<string, number>;

export const windowOf = (at: number): number => Math.floor(at / WINDOW_MS);

export const secondsToNextWindow = (at: number): number =>
  Math.ceil(((windowOf(at) + 1) * WINDOW_MS - at) / 1000);

/** The id ends in a hash. */
export const isCounted = (svcPaymentId: string): boolean =>
  Number.parseInt(svcPaymentId.slice(-6), 16) % COUNTS_FOR === 0;

const totalOf = (counts: CreateCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** From here on each create looks at the counts first. */
export const isBusy = (counts: CreateCounts): boolean => totalOf(counts) > WINDOW_CREATES / 2;

/** The share is of all merchants that were counted. One counted create says too little to reject a merchant. */
export function isAboveShare(counts: CreateCounts, merchantId: string): boolean {
  const share = Math.max(COUNTS_FOR, WINDOW_CREATES / counts.size);
  return totalOf(counts) > WINDOW_CREATES && (counts.get(merchantId) ?? 0) > share;
}
