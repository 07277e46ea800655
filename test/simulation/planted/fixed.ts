import type { PlantedBug } from "./bugs.ts";

/**
 * Faults that were found by hand or by the simulation, and fixed: planted back. What is not here the simulation cannot
 * show, and the README beside says why.
 */
export const FIXED_BUGS: readonly PlantedBug[] = [
  {
    name: "fixed: released rest taken for a refund",
    file: "shared/domain/payments/payment.ts",
    was: "({ captured, refundedCents }: ChargeSnapshot): number =>\n  captured ? refundedCents : 0;",
    becomes:
      "({ captured, refundedCents, amountCents, capturedCents }: ChargeSnapshot): number =>\n" +
      "  captured ? refundedCents - (amountCents - capturedCents) : 0;",
  },
  {
    name: "fixed: call begun that its time cannot carry",
    file: "shared/runtime/invocation.ts",
    was: "hasTimeForCall() && !isProcessorTimeUsedUp() ?",
    becomes: "!isProcessorTimeUsedUp() ?",
  },
  {
    name: "fixed: idempotency error of a resume passed on",
    file: "shared/flows/once/ask-once.ts",
    was: 'if (said === "nothing") throw error;',
    becomes: 'if (said === "nothing" || isFailure(error, "idempotency_conflict")) throw error;',
  },
  {
    name: "fixed: saved 500 locks the key",
    file: "shared/flows/once/ask-once.ts",
    was: "return askUnderNewKey(claim, { now, mustRest: steps",
    becomes: "if (!steps.unsafeToRepeat) throw error;\n  return askUnderNewKey(claim, { now, mustRest: steps",
  },
  {
    name: "fixed: turned away, taken for a rejection",
    file: "shared/flows/once/ask-once.ts",
    was: 'if (said === "turned_away") throw noDefiniteAnswer(error);',
    becomes: 'if (said === "turned_away") throw error;',
  },
  {
    name: "fixed: own capture not known after a refund",
    file: "shared/domain/payments/capture.ts",
    within: "isCaptureOf",
    was: "isPaid(payment.status)",
    becomes: 'payment.status === "succeeded"',
  },
  {
    name: "fixed: own claim of an attempt not known",
    file: "shared/ledger/attempts.ts",
    was: "standing?.attemptToken === token && standing.deliveryRound === delivery.deliveryRound;",
    becomes: "outcome.written;",
  },
  {
    name: "fixed: attempt logged twice",
    file: "shared/ledger/attempts.ts",
    was: "    const written = await updateItem<DeliveryRecord>(delivery, {\n      ...change,\n",
    becomes:
      'const log = change.set?.log;\n    const twice = (name, bind) => "list_append(" + name + ", " + bind(log) + ")";\n' +
      "    const written = await updateItem<DeliveryRecord>(delivery, {\n" +
      "      ...(log ? { ...change, set: { ...change.set, log: twice } } : change),\n",
  },
  {
    name: "fixed: log of attempts without an end",
    file: "shared/ledger/attempts.ts",
    was: "[...log, entry].slice(-KEPT_ATTEMPTS);",
    becomes: "[...log, entry];",
  },
  {
    name: "fixed: second rotation ends the secret in use",
    file: "shared/domain/events/callback-endpoint.ts",
    was: "endsAt: previousEndsAt <= at ? at : (secret.endsAt ?? previousEndsAt),",
    becomes: "endsAt: previousEndsAt <= at || secret.endsAt !== null ? at : previousEndsAt,",
  },
  {
    name: "fixed: status of the future is an error",
    file: "shared/processor/events.ts",
    was: "if (!(error instanceof NotUnderstood)) throw error;",
    becomes: "throw error;",
  },
  {
    name: "fixed: what is unknown is rejected for days",
    file: "shared/flows/events/identify-event.ts",
    was: 'if (about.kind === "unknown" && isFresh) return',
    becomes: 'if (about.kind === "unknown") return',
  },
  {
    name: "fixed: consent asked for and not followed",
    file: "shared/domain/events/event-types.ts",
    was: '  "payment_intent.requires_action",\n',
    becomes: "",
  },
  {
    name: "fixed: departed merchant keeps its account",
    file: "shared/flows/onboarding/create-account.ts",
    within: "giveUpLostAccount",
    was: "detachAccount(merchant, change)",
    becomes: "merchant",
  },
  {
    name: "fixed: version begins anew after a rejection",
    file: "shared/ledger/claims.ts",
    was: "...(rejected.version !== undefined && { version: nextVersion(rejected.version, request.at) }),",
    becomes: "...(rejected.version !== undefined && { version: 1 }),",
  },
];
