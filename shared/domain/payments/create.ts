import { Failure } from "../failure.ts";
import { wrongUnit } from "./currency.ts";
import type { PaymentTerms } from "./payment.ts";

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
