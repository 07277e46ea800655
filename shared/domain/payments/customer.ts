import { Failure } from "../failure.ts";

/** A customer at the processor. Any other reference is the merchant's own, and metadata. */
export const isCustomerId = (customerRef: string | undefined): customerRef is string =>
  customerRef?.startsWith("cus_") ?? false;

/** A payment method is saved for a customer, and charged later for that one. */
export function notSavable({
  savePaymentMethod,
  customerRef,
}: {
  savePaymentMethod?: string | undefined;
  customerRef?: string | undefined;
}): Failure | undefined {
  if (savePaymentMethod === undefined || isCustomerId(customerRef)) return undefined;
  const detail = "savePaymentMethod needs the customer in customerRef: the cus_… id from POST /v1/customers.";
  return new Failure("invalid_request", "The payment method cannot be saved.", {
    errors: [{ pointer: "/savePaymentMethod", detail }],
  });
}
