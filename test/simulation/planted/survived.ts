import type { PlantedBug } from "./bugs.ts";

/**
 * Guards, most of them against races, that could once be taken away without any test noticing. Not here: those that a
 * second guard covers, so that seeds cannot miss them, and those of what is not simulated.
 */
export const SURVIVED_BUGS: readonly PlantedBug[] = [
  {
    name: "two take-overs both own",
    file: "shared/ledger/claims.ts",
    was: 'const STILL_THEIRS = "ownerToken = :theirs AND #state = :claimed";',
    becomes: 'const STILL_THEIRS = "(ownerToken = :theirs OR attribute_exists(pk)) AND #state = :claimed";',
  },
  {
    name: "completion does not raise the version",
    file: "shared/ledger/claim-ends.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    was: "${OFF_THE_LIST} ADD version :one",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the source
    becomes: "${OFF_THE_LIST} ADD completions :one",
  },
  {
    name: "ended event keeps its next attempt",
    file: "shared/ledger/event-writes.ts",
    was: '["leaseExpiresAt", "nextAttemptAt", "attemptToken"]',
    becomes: '["leaseExpiresAt", "attemptToken"]',
  },
  {
    name: "caller's own key repeats what the processor saved",
    file: "shared/domain/payments/processor-key.ts",
    was: "generation === callerKeyGeneration;",
    becomes: "generation >= callerKeyGeneration;",
  },
  {
    name: "lost race of a dispute ignored",
    file: "shared/flows/payments/sync-dispute.ts",
    was: "write: saveDispute,",
    becomes: "write: async (current, dispute) => (await saveDispute(current, dispute)) ?? current,",
  },
  {
    name: "receiver's Retry-After ignored",
    file: "shared/flows/callbacks/deliver-event.ts",
    was: "at + wait(attempts, retryAfterSeconds)",
    becomes: "at + wait(attempts)",
  },
  {
    name: "refused claim is kept for ever",
    file: "shared/ledger/claim-ends.ts",
    was: "Math.floor(at / 1000) + REFUSED_CLAIM_TTL_SECONDS",
    becomes: "at + REFUSED_CLAIM_TTL_SECONDS",
  },
];
