import { bug, type PlantedBug } from "./planted-bug.ts";

/**
 * Faults that were found by hand or by the simulation, and fixed: planted back. What is not here the simulation cannot
 * show, and the README beside says why.
 */
export const FIXED_BUGS: readonly PlantedBug[] = [
  bug("fixed: released rest taken for a refund", "shared/domain/payments/payment.ts", {
    was: "({ captured, refundedCents }: ChargeSnapshot): number =>\n  captured ? refundedCents : 0;",
    becomes:
      "({ captured, refundedCents, amountCents, capturedCents }: ChargeSnapshot): number =>\n" +
      "  captured ? refundedCents - (amountCents - capturedCents) : 0;",
  }),
  bug("fixed: call begun that its time cannot carry", "shared/runtime/invocation.ts", {
    was: "hasTimeForCall() && !isProcessorTimeUsedUp() ?",
    becomes: "!isProcessorTimeUsedUp() ?",
  }),
  bug("fixed: idempotency error of a resume passed on", "shared/flows/once/ask-once.ts", {
    was: 'if (said === "nothing") throw error;',
    becomes: 'if (said === "nothing" || isFailure(error, "idempotency_conflict")) throw error;',
  }),
  bug("fixed: saved 500 locks the key", "shared/flows/once/ask-once.ts", {
    was: "return askUnderNewKey(claim, { now, mustRest: steps",
    becomes: "if (!steps.unsafeToRepeat) throw error;\n  return askUnderNewKey(claim, { now, mustRest: steps",
  }),
  bug("fixed: turned away, taken for a rejection", "shared/flows/once/ask-once.ts", {
    was: 'if (said === "turned_away") throw noDefiniteAnswer(error);',
    becomes: 'if (said === "turned_away") throw error;',
  }),
  bug("fixed: own capture not known after a refund", "shared/domain/payments/capture.ts", {
    within: "isCaptureOf",
    was: "isPaid(payment.status)",
    becomes: 'payment.status === "succeeded"',
  }),
  bug("fixed: own claim of an attempt not known", "shared/ledger/attempts.ts", {
    was: '    knownBy: "attemptToken",\n',
    becomes: "",
  }),
  bug("fixed: attempt logged twice", "shared/ledger/attempts.ts", {
    was: "    const written = await updateItem<DeliveryRecord>(delivery, {\n      ...change,\n",
    becomes:
      'const log = change.set?.log;\n    const twice = (name, bind) => "list_append(" + name + ", " + bind(log) + ")";\n' +
      "    const written = await updateItem<DeliveryRecord>(delivery, {\n" +
      "      ...(log ? { ...change, set: { ...change.set, log: twice } } : change),\n",
  }),
  bug("fixed: log of attempts without an end", "shared/ledger/attempts.ts", {
    was: "[...log, entry].slice(-KEPT_ATTEMPTS);",
    becomes: "[...log, entry];",
  }),
  bug("fixed: second rotation ends the secret in use", "shared/domain/events/callback-endpoint.ts", {
    was: "endsAt: previousEndsAt <= at ? at : (secret.endsAt ?? previousEndsAt),",
    becomes: "endsAt: previousEndsAt <= at || secret.endsAt !== null ? at : previousEndsAt,",
  }),
  bug("fixed: status of the future is an error", "shared/processor/events.ts", {
    was: "if (!(error instanceof NotUnderstood)) throw error;",
    becomes: "throw error;",
  }),
  bug("fixed: what is unknown is rejected for days", "shared/flows/events/identify-event.ts", {
    was: 'if (about.kind === "unknown" && isFresh) return',
    becomes: 'if (about.kind === "unknown") return',
  }),
  bug("fixed: consent asked for and not followed", "shared/domain/events/event-types.ts", {
    was: '  "payment_intent.requires_action",\n',
    becomes: "",
  }),
  bug("fixed: departed merchant keeps its account", "shared/flows/onboarding/create-account.ts", {
    within: "giveUpLostAccount",
    was: "detachAccount(merchant, change)",
    becomes: "merchant",
  }),
  bug("fixed: version begins anew after a rejection", "shared/ledger/claims.ts", {
    was: "...(rejected.version !== undefined && { version: nextVersion(rejected.version, request.at) }),",
    becomes: "...(rejected.version !== undefined && { version: 1 }),",
  }),
];
