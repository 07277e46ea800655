import { Failure } from "../failure.ts";
import { compareText } from "../values.ts";
import {
  amountText,
  BPS_PER_WHOLE,
  divideHalfUp,
  isCurrency,
  MAX_AMOUNT_CENTS,
  unitsOf,
} from "./currency.ts";

/** `maxCents: null` means that there is no ceiling. */
export type FeeTerms = { fixedCents: number; minCents: number; maxCents: number | null };

/** A share of the payment in basis points, and in some currencies (in lower case) more terms. */
export type FeePolicy = { bps: number; byCurrency: Readonly<Record<string, FeeTerms>> };

/** A merchant's record is read with every request, and must stay small. */
const MAX_CURRENCIES = 20;

/** Which rule a fee policy breaks; undefined when payments can be made with it. */
export function feePolicyFault(policy: FeePolicy): string | undefined {
  if (!isWithin(policy.bps, BPS_PER_WHOLE))
    return `The basis points must be a whole number from 0 to ${BPS_PER_WHOLE} (100 %).`;
  const entries = Object.entries(policy.byCurrency);
  if (entries.length > MAX_CURRENCIES) return `A policy has at most ${MAX_CURRENCIES} currencies.`;
  for (const [currency, terms] of entries) {
    const fault = currencyFault(currency) ?? termsFault(terms, currency);
    if (fault) return fault;
  }
  return undefined;
}

const currencyFault = (currency: string): string | undefined =>
  /^[a-z]{3}$/.test(currency) && isCurrency(currency)
    ? undefined
    : `${currency} is not an ISO 4217 currency code.`;

function termsFault({ fixedCents, minCents, maxCents }: FeeTerms, currency: string): string | undefined {
  const amounts = [fixedCents, minCents, maxCents ?? 0];
  if (!amounts.every((cents) => isWithin(cents, MAX_AMOUNT_CENTS)))
    return `The cents in ${currency} must be whole numbers from 0 to ${MAX_AMOUNT_CENTS}, the largest payment.`;
  const { stepCents } = unitsOf(currency);
  if (!amounts.every((cents) => cents % stepCents === 0))
    return `The cents in ${currency} must be multiples of ${stepCents}, like all amounts in it.`;
  if (maxCents !== null && maxCents < minCents)
    return `The maximum in ${currency} must not be below the minimum.`;
  return undefined;
}

/** null is the environment's default, which is always right. */
export function requireFeePolicy(policy: FeePolicy | null): void {
  const fault = policy && feePolicyFault(policy);
  if (fault) throw new Failure("invalid_request", fault);
}

const isWithin = (value: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= 0 && value <= max;

/** What a merchant's record says of its policies. null: the environment's default applies. */
export type FeeSettings = {
  feePolicy: FeePolicy | null;
  /** Counts the policies that were set. Absent where none was. */
  feePolicyNumber?: number;
  /** The last ones, as people read them: a payment's record keeps only the number of its own. */
  feePolicies?: NumberedPolicy[];
};

export type NumberedPolicy = { number: number; text: string };

const KEPT_POLICIES = 10;

/** 0 is the environment's default, as long as none was set. */
export const feePolicyNumberOf = ({ feePolicyNumber = 0 }: FeeSettings): number => feePolicyNumber;

export function withFeePolicy(settings: FeeSettings, feePolicy: FeePolicy | null): Required<FeeSettings> {
  const feePolicyNumber = feePolicyNumberOf(settings) + 1;
  const newest = { number: feePolicyNumber, text: feePolicyText(feePolicy) };
  const feePolicies = [...(settings.feePolicies ?? []), newest].slice(-KEPT_POLICIES);
  return { feePolicy, feePolicyNumber, feePolicies };
}

/** The policy that a payment was made under; undefined where its text is no longer kept. */
export const feePolicyNumbered = (
  { feePolicies = [] }: FeeSettings,
  number: number,
): NumberedPolicy | undefined =>
  [{ number: 0, text: feePolicyText(null) }, ...feePolicies].find((kept) => kept.number === number);

/** In one order, whatever order a policy was stored in. */
export const currenciesOf = ({ byCurrency }: FeePolicy): [string, FeeTerms][] =>
  Object.entries(byCurrency).sort(([one], [other]) => compareText(one, other));

/** For people: "2.9% + 0.25 EUR / 0.30 USD, at least 0.50 USD". */
export function feePolicyText(policy: FeePolicy | null): string {
  if (!policy) return "the platform's default";
  const amounts = (pick: (given: FeeTerms) => number | null) =>
    currenciesOf(policy)
      .flatMap(([currency, given]) => {
        const cents = pick(given);
        return cents === null ? [] : `${amountText(cents, currency)} ${currency.toUpperCase()}`;
      })
      .join(" / ");
  const fixed = amounts(({ fixedCents }) => fixedCents || null);
  const least = amounts(({ minCents }) => minCents || null);
  const most = amounts(({ maxCents }) => maxCents);
  const share = `${policy.bps / 100}%${fixed && ` + ${fixed}`}`;
  return [share, least && `at least ${least}`, most && `at most ${most}`].filter(Boolean).join(", ");
}

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
