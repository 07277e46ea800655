import { Failure } from "../failure.ts";
import type { Refund, RefundBody } from "./operation.ts";
import { decideRefund, leftOf, type RefundedPayment, type RefundFacts } from "./refund.ts";

/* A refund that failed is a debt. The refund that names it in `replaces` makes it good, at most once. */

/** What to do, or why it cannot be done. */
export function decideReplacement(
  shown: RefundedPayment,
  body: RefundBody,
  failedId: string,
): Refund | Failure {
  const decided = whyNotReplaceable(shown, body, failedId) ?? decideRefund(shown, body);
  return decided instanceof Failure ? decided : { ...decided, replaces: failedId };
}

/** A replacement makes good what has failed, or, if less is left, all that is left. */
function whyNotReplaceable(
  { payment, refunds }: RefundedPayment,
  { amountCents }: RefundBody,
  failedId: string,
): Failure | undefined {
  const failed = refunds.find(({ refundId }) => refundId === failedId);
  if (!failed || !isOwed(failed)) return notReplaceable();
  const replacement = refunds.find(({ replaces }) => replaces === failedId);
  if (replacement) return replacementInProgress(failedId, replacement.refundId);
  const leastCents = Math.min(failed.amountCents, leftOf(payment));
  // Two requests are known for the same by the amount that they name.
  if (amountCents !== undefined && amountCents >= leastCents) return undefined;
  return invalid(
    "/amountCents",
    `amountCents must be at least ${leastCents}, as much as the refund it replaces.`,
  );
}

/** A person or another request is still to pay it. What a merchant has canceled itself is not owed, unless it should have replaced a failed refund. */
export const isOwed = ({
  status,
  failureReason,
  replaces,
}: Pick<RefundFacts, "status" | "failureReason" | "replaces">): boolean =>
  status === "failed" ||
  (status === "canceled" && (failureReason !== "merchant_request" || replaces !== undefined));

/** `by`: the refund that has replaced it, in words, or what its claim was taken for. */
export function replacementInProgress(
  failedId: string,
  by?: string | Refund | { kind: "already_done" },
): Failure {
  const detail =
    typeof by === "string"
      ? `The failed refund ${failedId} was replaced by ${by}.`
      : by?.kind === "refund"
        ? `Another request replaces ${failedId} with amountCents ${by.amountCents}. The same request finishes it.`
        : `A person has resolved ${failedId}.`;
  return new Failure("replacement_in_progress", `${detail} A failed refund is paid back at most once.`);
}

const notReplaceable = (): Failure =>
  invalid("/replaces", "replaces must be the id of a failed refund of this payment.");

const invalid = (pointer: string, detail: string): Failure =>
  new Failure("invalid_request", "The request's body is invalid.", { errors: [{ pointer, detail }] });
