import type { PlantedBug } from "./bugs.ts";

/**
 * Guards, most of them against races, that could once be taken away without any test noticing. Not here: those that a
 * second guard covers, so that seeds cannot miss them, and those of what is not simulated.
 */
export const SURVIVED_BUGS: readonly PlantedBug[] = [
  {
    name: "two take-overs both own",
    file: "shared/ledger/claims.ts",
    was: 'onlyIf: { ownerToken: existing.ownerToken, state: "claimed", attempts: existing.attempts },',
    becomes: 'onlyIf: { state: "claimed" },',
  },
  {
    name: "completion does not raise the version",
    file: "shared/ledger/creations.ts",
    within: "markCompleted",
    was: "      version: nextVersion(version, at),\n",
    becomes: "",
  },
  {
    name: "ended event keeps its next attempt",
    file: "shared/ledger/attempts.ts",
    was: '["leaseExpiresAt", "nextAttemptAt", "attemptToken"]',
    becomes: '["leaseExpiresAt", "attemptToken"]',
  },
  {
    name: "caller's own key asked for an answer without an end",
    file: "shared/flows/payments/create-payment.ts",
    was: "renewKey: hasCallersKey ? rejectCallersKey : renewCreationKey,",
    becomes: "renewKey: renewCreationKey,",
  },
  {
    name: "lost race of a dispute ignored",
    file: "shared/flows/payments/sync-payment.ts",
    was: "(inTime) => saveDispute(current, dispute, inTime)),",
    becomes: "async (inTime) => (await saveDispute(current, dispute, inTime)) ?? current),",
  },
  {
    name: "receiver's Retry-After ignored",
    file: "shared/flows/callbacks/deliver-event.ts",
    was: "at + waitSeconds(attempts, { jitter }, retryAfterSeconds)",
    becomes: "at + waitSeconds(attempts, { jitter })",
  },
  {
    name: "rejected claim is kept for ever",
    file: "shared/ledger/claims.ts",
    was: "expiryAt(rejectedAt, REJECTED_CLAIM_TTL_SECONDS)",
    becomes: "rejectedAt + REJECTED_CLAIM_TTL_SECONDS",
  },
  {
    name: "capture takes what was ordered",
    file: "shared/domain/payments/capture.ts",
    was: "const amountCents = requestedCents ?? payment.amountCents;",
    becomes: "const amountCents = requestedCents ?? payment.orderedCents;",
  },
  {
    name: "forged intent taken for the payment's",
    file: "shared/flows/events/apply-to-payment.ts",
    was: "  requireOwn: requireOrdered,\n",
    becomes: "",
  },
  {
    name: "refund forgotten by a restore is made again",
    file: "shared/flows/payments/refund-payment.ts",
    was: "lookUp: () => lookUpRefund(operation, { now, isFirstAttempt: !isRetry(claim) }),",
    becomes:
      "lookUp: async () =>\n" +
      "        isRetry(claim)\n" +
      "          ? lookUpRefund(operation, { now, isFirstAttempt: false })\n" +
      '          : { kind: "not_made" },',
  },
  {
    name: "any 403 is a lost account",
    file: "shared/processor/unreadable.ts",
    was: '{ kind: (await isLost(accountId)) ? "out_of_reach" : "passing" }',
    becomes: '{ kind: "out_of_reach" }',
  },
  {
    name: "a proxy's answer is taken for the processor's",
    file: "shared/processor/client.ts",
    was: "if (response.getStatusCode() < 400) return response;",
    becomes: "if (response.getStatusCode() < 500) return response;",
  },
  {
    name: "failed refund answered as made",
    file: "shared/flows/payments/refund-payment.ts",
    was: "if (!hasFailed(made.refund)) return made;",
    becomes: "if (made) return made;",
  },
];
