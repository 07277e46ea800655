import * as z from "zod/mini";
import { described, named } from "./described.ts";
import { PaymentStatus, paymentFields } from "./payment-fields.ts";

/** In a file of its own: only what tells of reconciliations loads it. */
export const PaymentFacts = named(
  "PaymentFacts",
  "What ledger and processor must agree on about a payment.",
  z.strictObject({
    status: PaymentStatus,
    amountCents: paymentFields.amountCents,
    refundedCents: described("The total refunded amount, in the smallest currency unit.", z.int()),
    applicationFeeCents: paymentFields.applicationFeeCents,
  }),
);
