import type * as z from "zod/mini";
import type { FeePreview } from "../contract/fee-preview.ts";
import {
  applicationFeeCents,
  type FeePolicy,
  type FeeSettings,
  feePolicyNumberOf,
  feePolicyText,
  feeTermsIn,
} from "../domain/payments/fee-policy.ts";

type Amount = { amountCents: number; currency: string };

export function feePreview(
  settings: FeeSettings,
  defaultPolicy: FeePolicy,
  { amountCents, currency }: Amount,
): z.output<typeof FeePreview> {
  const policy = settings.feePolicy ?? defaultPolicy;
  const { fixedCents, minCents, maxCents } = feeTermsIn(policy, currency);
  return {
    amountCents,
    currency,
    applicationFeeCents: applicationFeeCents(amountCents, currency, policy),
    policy: {
      number: feePolicyNumberOf(settings),
      text: feePolicyText(policy),
      bps: policy.bps,
      fixedCents,
      minCents,
      maxCents,
    },
  };
}
