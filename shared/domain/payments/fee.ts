import { Failure } from "../failure.ts";
import { divideHalfUp, MAX_AMOUNT_CENTS } from "./money.ts";

/** What the platform earns on a payment. `maxCents: null` means that there is no ceiling. */
export type FeePolicy = { bps: number; fixedCents: number; minCents: number; maxCents: number | null };

const BPS_PER_WHOLE = 10_000;

/** Which rule a fee policy breaks; undefined when payments can be made with it. */
export function feePolicyFault({ bps, fixedCents, minCents, maxCents }: FeePolicy): string | undefined {
  if (!isWithin(bps, BPS_PER_WHOLE))
    return "The basis points must be a whole number from 0 to 10000 (100 %).";
  if (![fixedCents, minCents, maxCents ?? 0].every((cents) => isWithin(cents, MAX_AMOUNT_CENTS)))
    return `The cents must be whole numbers from 0 to ${MAX_AMOUNT_CENTS}, which is the largest payment.`;
  if (maxCents !== null && maxCents < minCents) return "The maximum must not be below the minimum.";
  return undefined;
}

/** null is the environment's default, which is always right. */
export function requireFeePolicy(policy: FeePolicy | null): void {
  const fault = policy && feePolicyFault(policy);
  if (fault) throw new Failure("invalid_request", fault);
}

const isWithin = (value: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= max;

export function applicationFeeCents(amountCents: number, policy: FeePolicy): number {
  const proportional = divideHalfUp(amountCents * policy.bps, BPS_PER_WHOLE) + policy.fixedCents;
  const clamped = Math.min(Math.max(proportional, policy.minCents), policy.maxCents ?? Infinity);
  // The processor wants the fee below the amount; the merchant keeps at least one cent.
  return Math.max(0, Math.min(clamped, amountCents - 1));
}

/** The processor does not scale the fee when less than the authorised amount is captured, so we do. */
export function capturedFeeCents(feeCents: number, authorizedCents: number, capturedCents: number): number {
  if (feeCents === 0 || capturedCents === authorizedCents) return feeCents;
  const scaled = Math.min(divideHalfUp(feeCents * capturedCents, authorizedCents), capturedCents - 1);
  // Never 0 where there was a fee: the processor refuses 0, and leaving it out would charge the unscaled fee.
  return Math.max(1, scaled);
}
