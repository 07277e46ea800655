import { isFailure } from "../failure.ts";
import { sha256Hex } from "../fingerprint.ts";
import { TURNED_AWAY } from "./claim.ts";
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
  /** The generation that sends the caller's own key as it came; 1 unless told. */
  callerKeyGeneration?: number | undefined;
  /** Why the claim was refused, where it was. */
  refusedAs?: string | undefined;
};

/** A new generation needs a new key: under the old one the processor would repeat its saved refusal. */
export function processorKeyOf(creation: Creation): string {
  const { terms, svcPaymentId, generation } = creation;
  if (!terms.idempotencyKey) return `${svcPaymentId}.create.${generation}`;
  return isUnderCallersKey(creation)
    ? terms.idempotencyKey
    : sha256Hex(`${generation}\n${terms.idempotencyKey}`);
}

/** Whether the caller's own processor key is sent as it came. */
export const isUnderCallersKey = ({ terms, generation, callerKeyGeneration = 1 }: Creation): boolean =>
  terms.idempotencyKey !== undefined && generation === callerKeyGeneration;

export const KEY_TAKEN = "idempotency_conflict";

/**
 * A key that was refused with this payment is spent: what comes after derives its own from it. One that another payment
 * has spent, that was not sent before, or that the processor has not looked at, is sent as it is: with a derived one
 * there would be two payments of one key.
 */
export function callerKeyGenerationAfter(refused: Creation, next: Creation["terms"]): number | undefined {
  const isUnseen = refused.refusedAs === TURNED_AWAY && isUnderCallersKey(refused);
  const isSpentHere = refused.terms.idempotencyKey === next.idempotencyKey && refused.refusedAs !== KEY_TAKEN;
  return isSpentHere && !isUnseen ? refused.callerKeyGeneration : refused.generation + 1;
}

/**
 * The processor knows the caller's own key with other parameters. What this payment sends under it stays the same, so
 * another one has used it; an earlier attempt may have left its intent all the same, and is looked for first.
 */
export const isKeyOfAnother = (creation: Creation, error: unknown): boolean =>
  isUnderCallersKey(creation) && isFailure(error, KEY_TAKEN);
