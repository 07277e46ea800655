import { bug, type PlantedBug } from "./planted-bug.ts";

/**
 * Guards, most of them against races, that could once be taken away without any test noticing. Not here: those that a
 * second guard covers, so that seeds cannot miss them, and those of what is not simulated.
 */
export const SURVIVED_BUGS: readonly PlantedBug[] = [
  bug("two take-overs both own", "shared/ledger/claims.ts", {
    was: 'onlyIf: { ownerToken: existing.ownerToken, state: "claimed" },',
    becomes: 'onlyIf: { state: "claimed" },',
  }),
  bug("completion does not raise the version", "shared/ledger/creations.ts", {
    within: "markCompleted",
    was: "      version: nextVersion(version, at),\n",
    becomes: "",
  }),
  bug("ended event keeps its next attempt", "shared/ledger/attempts.ts", {
    was: '["leaseExpiresAt", "nextAttemptAt", "attemptToken"]',
    becomes: '["leaseExpiresAt", "attemptToken"]',
  }),
  bug("caller's own key asked for an answer without an end", "shared/flows/payments/create-payment.ts", {
    was: "renewKey: hasCallersKey ? rejectCallersKey : renewCreationKey,",
    becomes: "renewKey: renewCreationKey,",
  }),
  bug("lost race of a dispute ignored", "shared/flows/payments/sync-payment.ts", {
    was: "(inTime) => saveDispute(current, dispute, inTime)),",
    becomes: "async (inTime) => (await saveDispute(current, dispute, inTime)) ?? current),",
  }),
  bug("receiver's Retry-After ignored", "shared/flows/callbacks/deliver-event.ts", {
    was: "at + waitSeconds(attempts, { jitter }, retryAfterSeconds)",
    becomes: "at + waitSeconds(attempts, { jitter })",
  }),
  bug("rejected claim is kept for ever", "shared/ledger/claims.ts", {
    was: "expiryAt(rejectedAt, REJECTED_CLAIM_TTL_SECONDS)",
    becomes: "rejectedAt + REJECTED_CLAIM_TTL_SECONDS",
  }),
  bug("capture takes what was ordered", "shared/domain/payments/capture.ts", {
    was: "const amountCents = requestedCents ?? payment.amountCents;",
    becomes: "const amountCents = requestedCents ?? payment.orderedCents;",
  }),
  bug("forged intent taken for the payment's", "shared/flows/events/apply-to-payment.ts", {
    was: "      await requireOrdered(current, snapshot);\n",
    becomes: "",
  }),
  bug("refund forgotten by a restore is made again", "shared/flows/payments/refund-payment.ts", {
    was:
      "  decided,\n}: PaymentOperation<Refund>): Promise<LookupResult<RefundFacts>> {\n" +
      "  const own = findOwn(await searchRefunds(intentOf(payment)), operationId);",
    becomes:
      "  decided,\n  claim,\n}: PaymentOperation<Refund>): Promise<LookupResult<RefundFacts>> {\n" +
      "  const own =\n" +
      "    claim.attempts > 1 ? findOwn(await searchRefunds(intentOf(payment)), operationId) : undefined;",
  }),
  bug("any 403 is a lost account", "shared/processor/unreadable.ts", {
    was: '{ kind: (await isLost(accountId)) ? "out_of_reach" : "passing" }',
    becomes: '{ kind: "out_of_reach" }',
  }),
  bug("a proxy's answer is taken for the processor's", "shared/processor/client.ts", {
    was: "if (response.getStatusCode() < 400) return response;",
    becomes: "if (response.getStatusCode() < 500) return response;",
  }),
  bug("failed refund answered as made", "shared/domain/payments/refund.ts", {
    was: "  if (hasFailed(own)) return refundFailed(own);\n",
    becomes: "",
  }),
];
