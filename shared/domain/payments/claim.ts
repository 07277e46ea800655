import { DAY_SECONDS, HOUR_MS } from "../time.ts";

/**
 * A claim makes work that must happen once restartable: the request that writes it first owns it for a lease; a later
 * one learns from it what to do. The payment carries one for its creation, a keyed capture, refund or cancellation and
 * the creation of a merchant's account have their own.
 */
type ClaimState = "claimed" | "completed" | "refused";

export type StoredAnswer = { status: number; body: string };

/** As it lies in the ledger. */
export type PackedAnswer = { status: number; body: Uint8Array };

export type Claim = {
  state: ClaimState;
  /** Of the first request's body; absent on what was rebuilt from the processor. */
  fingerprint?: string;
  /** What is left to tell its own retries by, of a payment or a refund that was rebuilt. */
  rebuiltTerms?: Terms;
  ownerToken: string;
  leaseExpiresAt: number;
  /**
   * When it was claimed, new or after a refusal (milliseconds); a new key for the same work keeps it, so what any of
   * its attempts made is no older than this.
   */
  claimedAt: number;
  /**
   * When the latest attempt began: since then its present owner has been at it. Of attempts that have certainly made
   * nothing, the one before them.
   */
  attemptedAt: number;
  /** When the attempt before this one began: what it may have made lies between claimedAt and then. */
  previousAttemptAt?: number;
  attempts: number;
  /** The key attempt, under the name that is stored: read by keyAttemptOf. */
  generation: number;
  /** When the processor's key was found stuck on an answer that says nothing; since then nothing was sent under it. */
  indeterminateAt?: number;
  answer?: PackedAnswer;
  /** Why it was refused: the failure's code, or that a visit has found it impossible. */
  refusedAs?: string;
  /** How often a visit looked for what the latest attempt made, and found nothing. */
  looks?: number;
};

type Terms = { amountCents: number; currency: string };

/** Longer than any endpoint lives (25 s), and only endpoints take claims, plus generous clock differences. */
export const LEASE_MS = 60_000;

/** The processor forgets its keys after 24 h; an hour early we stop trusting that it remembers. */
const PROCESSOR_KEY_TRUST_MS = 23 * HOUR_MS;

/** Nothing waits for a refused claim; it only has to outlive the processor's memory of the refusal. */
export const REFUSED_CLAIM_TTL_SECONDS = 30 * DAY_SECONDS;

export type ClaimVerdict = "own" | "conflict" | "replay" | "in_progress" | "take_over" | "reclaim";

type WishedTerms = { amountCents?: number | undefined; currency?: string };

/** `terms`: what the request names of them, for the case that the record was rebuilt and has no fingerprint. */
export type ClaimAttempt = {
  merchantId: string;
  fingerprint: string;
  terms?: WishedTerms;
  ownerToken: string;
  at: number;
};

export function judgeClaim(existing: Claim & { merchantId: string }, attempt: ClaimAttempt): ClaimVerdict {
  // Ids follow from merchant and key, so another's record can stand here only by mistake: it is not shown.
  if (existing.merchantId !== attempt.merchantId) return "conflict";
  // "Condition failed" may be our own first write whose reply was lost.
  if (existing.ownerToken === attempt.ownerToken && existing.state === "claimed") return "own";
  if (existing.state === "refused") return "reclaim";
  if (!isSameRequest(existing, attempt)) return "conflict";
  if (existing.state === "completed") return "replay";
  return existing.leaseExpiresAt > attempt.at ? "in_progress" : "take_over";
}

const isSameRequest = (
  { fingerprint, rebuiltTerms }: Claim,
  attempt: { fingerprint: string; terms?: WishedTerms },
): boolean =>
  rebuiltTerms
    ? attempt.terms !== undefined && agree(rebuiltTerms, attempt.terms)
    : fingerprint === attempt.fingerprint;

/** "Refund what is left" names no amount: then its key alone tells. */
const agree = (
  rebuilt: Terms,
  { amountCents = rebuilt.amountCents, currency = rebuilt.currency }: WishedTerms,
): boolean => amountCents === rebuilt.amountCents && currency === rebuilt.currency;

/**
 * Which processor key in turn the claim is at: each key attempt has a key of its own. It rises when a refused claim is
 * claimed again, or when the old key is stuck.
 */
export const keyAttemptOf = ({ generation }: Pick<Claim, "generation">): number => generation;

/**
 * What the processor shows of what a claim's attempts have made. `not_made`: it is not there, and may still be made.
 * `impossible`: it cannot come true any more (the intent has ended otherwise; the refund was made, and failed): a visit
 * ends the claim; a request asks all the same and gets the refusal, or fails as the refund did. `unsettled`: the processor's own numbers
 * contradict each other, so the lookup says nothing.
 */
export type LookupResult<T> =
  | { kind: "made"; value: T }
  | { kind: "not_made" }
  | { kind: "impossible" }
  | { kind: "unsettled" };

/** An earlier attempt may have reached the processor, so what it answers now may be the past. */
export const isResumed = (claim: Claim): boolean => claim.attempts > 1;

/** The processor may have forgotten the key of this claim: look for what it made before making it again. */
export const keyHasExpired = (claim: Claim, at: number): boolean =>
  isResumed(claim) && at - claim.claimedAt > PROCESSOR_KEY_TRUST_MS;
