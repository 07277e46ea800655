import { unitsOf } from "./currency.ts";
import type { FeePolicy, FeeTerms } from "./fee-policy.ts";
import { BPS_PER_WHOLE, divideHalfUp } from "./money.ts";

/** What is added to the share in this currency, and its bounds. A currency without an entry pays the share alone. */
export const feeTermsIn = ({ byCurrency }: FeePolicy, currency: string): FeeTerms =>
  byCurrency[currency.toLowerCase()] ?? SHARE_ONLY;

const SHARE_ONLY: FeeTerms = { fixedCents: 0, minCents: 0, maxCents: null };

/**
 * What the platform earns on a payment: rounded half up to the currency's step, at least one step where there is a fee at
 * all, never above its maximum, and always below the amount: the merchant keeps at least one step.
 */
export function applicationFeeCents(amountCents: number, currency: string, policy: FeePolicy): number {
  const { fixedCents, minCents, maxCents } = feeTermsIn(policy, currency);
  const { stepCents } = unitsOf(currency);
  // In ten-thousandths of a cent, so that it is rounded once.
  const wanted = amountCents * policy.bps + fixedCents * BPS_PER_WHOLE;
  const bounded = Math.min(
    Math.max(wanted, minCents * BPS_PER_WHOLE),
    (maxCents ?? Infinity) * BPS_PER_WHOLE,
  );
  if (divideHalfUp(bounded, BPS_PER_WHOLE) === 0) return 0;
  const rounded = divideHalfUp(bounded, BPS_PER_WHOLE * stepCents) * stepCents;
  return Math.min(Math.max(rounded, stepCents), maxCents ?? Infinity, amountCents - stepCents);
}

/** What was agreed when the payment was created. */
type Agreed = { feeCents: number; orderedCents: number; currency: string };

/**
 * The processor does not scale the fee when another amount than the ordered one is captured, so we do: in proportion, and
 * never above what was agreed.
 */
export function capturedFeeCents(
  { feeCents, orderedCents, currency }: Agreed,
  capturedCents: number,
): number {
  if (capturedCents === orderedCents) return feeCents;
  const { stepCents } = unitsOf(currency);
  const share = divideHalfUp(feeCents * capturedCents, orderedCents * stepCents) * stepCents;
  const scaled = Math.min(feeCents, share, capturedCents - stepCents);
  // Never 0 where there was a fee: the processor rejects 0, and leaving it out would charge the unscaled fee.
  return Math.max(Math.min(stepCents, feeCents), scaled);
}
