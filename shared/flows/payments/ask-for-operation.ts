import { Failure, isFailure, isRefusal } from "../../domain/failure.ts";
import { isResumed } from "../../domain/payments/claim.ts";
import { type IntentSnapshot, type Payment, projectIntent } from "../../domain/payments/payment.ts";
import { markMoneyMayHaveMoved } from "../../invocation.ts";
import { askOnce, type Found } from "../ask-once.ts";
import { type BegunOperation, type Decide, isRefused } from "./begin-operation.ts";
import { fetchFor } from "./sync-payment.ts";

export type AskSteps<D> = {
  /** The call that moves money, under a processor key of its own. Answers the payment as it stands after it. */
  ask: (processorKey: string) => Promise<IntentSnapshot>;
  /** What an earlier attempt under the same Idempotency-Key has done. */
  look: () => Promise<Found<IntentSnapshot>>;
  pauseMs: number;
  /** For a refusal: whether the payment's own state explains it. */
  decide: Decide<D>;
};

/** `done_by_another`: the processor refused, because another request had fulfilled the same wish. */
export type Asked = { kind: "done" | "done_by_another"; snapshot: IntentSnapshot };

/** Asks the processor for a capture, refund or cancellation: once under a key, and once without one. */
export async function askForOperation<D extends { kind: string }>(
  operation: BegunOperation<D>,
  at: number,
  steps: AskSteps<D>,
): Promise<Asked> {
  const { record, operationId, payment } = operation;
  try {
    if (!record) return { kind: "done", snapshot: await askWithoutKey(() => steps.ask(operationId)) };
    const snapshot = await askOnce(record, at, {
      ask: ({ generation }) => steps.ask(`${operationId}.${generation}`),
      look: steps.look,
      pauseMs: steps.pauseMs,
    });
    // On a resume the processor may repeat its answer of then; the payment may have moved on since.
    return { kind: "done", snapshot: isResumed(record) ? await fetchFor(payment) : snapshot };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return explainRefusal(payment, steps.decide, error);
  }
}

/** Without a key a repetition would be a second operation: once the call may have left, no answer invites one. */
async function askWithoutKey(ask: () => Promise<IntentSnapshot>): Promise<IntentSnapshot> {
  markMoneyMayHaveMoved();
  try {
    return await ask();
  } catch (error) {
    throw isFailure(error, "processor_unavailable") ? outcomeUnknown(error) : error;
  }
}

const outcomeUnknown = (cause: unknown): Failure =>
  new Failure(
    "outcome_unknown",
    "The outcome is unknown: retrieve the payment before you do it again, and send an Idempotency-Key then.",
    { cause },
  );

/**
 * The payment's state decides what a refusal means, never the refusal's text: a wrong state, too much, or a wish that
 * another request has fulfilled meanwhile. What the state does not explain is the processor's own word.
 */
async function explainRefusal<D extends { kind: string }>(
  payment: Payment,
  decide: Decide<D>,
  refusal: Failure,
): Promise<Asked> {
  const snapshot = await fetchFor(payment).catch(() => undefined);
  if (!snapshot) throw refusal;
  const decision = decide({ ...payment, ...projectIntent(snapshot) });
  if (isRefused(decision))
    throw new Failure(decision.failure.code, decision.failure.message, { cause: refusal });
  if (decision.kind.startsWith("already_")) return { kind: "done_by_another", snapshot };
  throw refusal;
}
