import { isFailure } from "../failure.ts";
import type { PaymentTerms } from "./payment.ts";

/*
 * Under which key a payment is created at the processor. The caller may send a key of its own in the body, which the
 * processor is to see as it came; otherwise the key follows from the payment's id.
 */

/** The creation of a payment, as far as its processor key follows from it. */
export type Creation = {
  svcPaymentId: string;
  terms: Pick<PaymentTerms, "idempotencyKey">;
  /** Which processor key in turn: the next one after a refusal, or after a key that was stuck. */
  generation: number;
};

/**
 * A new generation needs a new key: under the old one the processor would repeat its saved refusal. The caller's own is
 * sent as it came, whatever happened under it: a key that was derived from it would leave it free for a second payment.
 */
export const processorKeyOf = ({ terms, svcPaymentId, generation }: Creation): string =>
  terms.idempotencyKey ?? `${svcPaymentId}.create.${generation}`;

/** Whether the processor key is the caller's own. */
export const isUnderCallersKey = ({ terms }: Pick<Creation, "terms">): boolean =>
  terms.idempotencyKey !== undefined;

export const KEY_TAKEN = "idempotency_conflict";

/**
 * The processor knows the caller's own key with other parameters. What this payment sends under it stays the same, so
 * another one has used it; an earlier attempt may have left its intent all the same, and is looked for first.
 */
export const isKeyOfAnother = (creation: Creation, error: unknown): boolean =>
  isUnderCallersKey(creation) && isFailure(error, KEY_TAKEN);
