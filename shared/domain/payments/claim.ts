import { Failure } from "../failure.ts";
import { DAY_SECONDS } from "../time.ts";

/**
 * A claim lets work that must happen once be resumed. The request that writes it first owns it for the time of a lease.
 * A later request learns from it what to do. A payment carries the claim of its creation. A charge, capture,
 * refund or cancellation and the creation of a merchant's account have a record of their own.
 */
type ClaimState = "claimed" | "completed" | "rejected";

export type StoredAnswer = { status: number; body: string };

/** Whether the answer was stored before this request. */
export type StoredReply = StoredAnswer & { replayed: boolean };

/** As it lies in the ledger. */
export type PackedAnswer = { status: number; body: Uint8Array };

export type Claim = {
  state: ClaimState;
  /** Of the first request's body. A record that was rebuilt after a restore has rebuiltTerms instead. */
  fingerprint?: string;
  /** What a rebuilt record recognizes its retries by: the processor does not know the body of the first request. */
  rebuiltTerms?: Terms;
  /** Random, of the request that owns it; of a resting claim `restToken`. */
  ownerToken: string;
  leaseExpiresAt: number;
  /** When it was claimed, or first used under its present key (milliseconds). What this key made is not older. */
  claimedAt: number;
  /** When the latest attempt began. */
  attemptedAt: number;
  attempts: number;
  /**
   * The number of its processor key. It rises when a rejected claim is claimed again, when the key is stuck or a day old, and
   * when it stands for an account that was detached since.
   */
  keyNumber: number;
  answer?: PackedAnswer;
  /** Why it was rejected: the failure's code, or `impossible` if a visit found that it cannot be made any more. */
  rejectedAs?: string;
  rejectedAt?: number;
};

type Terms = { amountCents: number; currency: string };

/** The Idempotency-Key for the processor. A new number is a new key: under the old one it would repeat what it saved. */
export type ProcessorKey = { keyNumber: number; processorKey: string };

export const processorKeyOf = (claim: { operationId: string; keyNumber: number }): ProcessorKey => ({
  keyNumber: claim.keyNumber,
  processorKey: `${claim.operationId}.${claim.keyNumber}`,
});

/** Only endpoints take claims that stay open, and an endpoint lives at most 25 s. The remainder allows for clocks that differ. */
export const LEASE_MS = 60_000;

/** A rejected claim only has to be kept for longer than the processor remembers the rejection. */
export const REJECTED_CLAIM_TTL_SECONDS = 30 * DAY_SECONDS;

export type ClaimVerdict = "conflict" | "replay" | "in_progress" | "take_over" | "reclaim";

/** A request that wants to own the work. `terms`: to compare with a rebuilt record, which has no fingerprint. */
export type ClaimRequest = {
  merchantId: string;
  fingerprint: string;
  terms?: Terms;
  ownerToken: string;
  at: number;
};

export function judgeClaim(existing: Claim & { merchantId: string }, request: ClaimRequest): ClaimVerdict {
  // Ids follow from merchant and key, so this would be a bug. Another merchant's record is never shown.
  if (existing.merchantId !== request.merchantId) return "conflict";
  // This request was frozen: the client has heard the rejection since, and may have sent it again, corrected.
  if (existing.rejectedAt !== undefined && existing.rejectedAt > request.at) return "in_progress";
  if (existing.state === "rejected") return "reclaim";
  if (!isSameRequest(existing, request)) return "conflict";
  if (existing.state === "completed") return "replay";
  return existing.leaseExpiresAt <= request.at ? "take_over" : "in_progress";
}

/**
 * A claim rests while calls under its former processor key may still be carried out: nobody owns it, so no release ends that.
 * Each rest has a token of its own, by which a visit recognizes the claim that it has read.
 */
export const restToken = (keyNumber: number): string => `rest.${keyNumber}`;

/** Also after its lease, until it is taken over: nothing was sent under its key yet. */
export const isResting = ({ state, ownerToken }: Claim): boolean =>
  state === "claimed" && ownerToken.startsWith("rest.");

export const idempotencyConflict = (): Failure =>
  new Failure(
    "idempotency_conflict",
    "This Idempotency-Key was used before with a different body. Use a new key.",
  );

const isSameRequest = (
  { fingerprint, rebuiltTerms }: Claim,
  { terms, ...request }: { fingerprint: string; terms?: Terms },
): boolean =>
  rebuiltTerms
    ? rebuiltTerms.amountCents === terms?.amountCents && rebuiltTerms.currency === terms.currency
    : fingerprint === request.fingerprint;
