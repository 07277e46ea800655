import { bug, type PlantedBug } from "./planted-bug.ts";

/** Faults that a second red team proved, planted back. Those that seeds cannot show are in README.md, with their tests. */
export const RED_TEAM_BUGS: readonly PlantedBug[] = [
  bug("red team: capture capped by what was ordered", "shared/domain/payments/capture.ts", {
    was: "if (amountCents > payment.amountCents) {",
    becomes: "if (amountCents > payment.orderedCents) {",
  }),
  bug("red team: more fee than was agreed", "shared/domain/payments/fee-policy.ts", {
    was: "Math.min(feeCents, share, capturedCents - stepCents)",
    becomes: "Math.min(share, capturedCents - stepCents)",
  }),
  bug("red team: look takes a forged intent", "shared/processor/intent-search.ts", {
    was: " && isAsOrdered(ordered, termsIn(intent))",
    becomes: "",
  }),
  // It is rejected although what was sent under it may still be made.
  bug("red team: caller's own key rejected on a resume", "shared/flows/payments/create-payment.ts", {
    was: 'processorSays(error) === "key_reused" && !isRetry(record)',
    becomes: 'processorSays(error) === "key_reused"',
  }),
  bug(
    "red team: derived key where the caller's own is another's",
    "shared/flows/payments/create-payment.ts",
    { was: "= callersKey ??", becomes: "= (keyNumber > 1 ? undefined : callersKey) ??" },
  ),
  bug("red team: capture forgotten by a restore is impossible", "shared/domain/payments/capture.ts", {
    was: "if (isCaptureOf(payment, requestedCents ?? payment.amountCents)) return",
    becomes:
      "if (payment.refundedCents === 0 && isCaptureOf(payment, requestedCents ?? payment.amountCents)) return",
  }),
  bug("red team: one recovery for each request", "shared/ledger/events-work.ts", {
    was: "eventsWorkKey(merchantId, progress.kind);",
    becomes: '({ ...eventsWorkKey(merchantId, progress.kind), sk: "EVENTS#" + progress.recoveryId });',
  }),
];
