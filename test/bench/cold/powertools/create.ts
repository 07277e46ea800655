import { z } from "zod";
import { IDEMPOTENCY_KEY } from "../../../../shared/contract/idempotency-key.ts";
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS } from "../../../../shared/domain/payments/currency.ts";
import { createEndpoint } from "./create-endpoint.ts";

/** The same rules as ours, written with zod as the documentation of Powertools writes schemas. */
const text = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine((value) => value.isWellFormed())
    .optional();

const body = z.strictObject({
  amountCents: z.int().min(MIN_AMOUNT_CENTS).max(MAX_AMOUNT_CENTS),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .toLowerCase()
    .default("usd"),
  captureMethod: z.enum(["automatic", "manual"]).default("automatic"),
  paymentMethodTypes: z
    .array(z.string().regex(/^[a-z0-9_]{1,50}$/))
    .min(1)
    .max(20)
    .optional(),
  customerRef: text(500),
  orderRef: text(500),
  description: text(1000),
  branch: text(500),
  idempotencyKey: z.string().regex(IDEMPOTENCY_KEY).optional(),
});

export const handler = createEndpoint(body);
