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
