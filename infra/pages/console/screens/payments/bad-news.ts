import { serviceNowMs } from "../../api/service-clock.ts";
import type { ListedPayment, TimelineEntry } from "../../api/types.ts";
import { declineText } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { timeText } from "../../words/time.ts";
import { isExpiredHold, type ProcessorEvent } from "./story.ts";

type Dispute = NonNullable<ListedPayment["disputes"]>[number];

/** What stands over everything else that is said of the payment; undefined: nothing went wrong. */
export function troubleOf(
  { disputes = [], failedRefunds, currency, status }: ListedPayment,
  inUtc: boolean,
): string | undefined {
  const dispute = disputes.find(({ dueBy }) => dueBy) ?? disputes.at(-1);
  if (dispute) return disputeText(dispute, currency, inUtc);
  const refund = failedRefunds.at(-1);
  if (!refund || status === "refunded") return undefined;
  return `A refund of ${moneyText(refund.amountCents, currency)} failed: the customer has not received it`;
}

export function disputeText(
  { status, amountCents, dueBy, currency: own }: Dispute,
  currency: string,
  inUtc: boolean,
): string {
  const amount = moneyText(amountCents, own ?? currency);
  // With its hour: deadlines end at a day's end in UTC, which is in the middle of another day elsewhere.
  if (dueBy) return `Disputed: respond by ${timeText(dueBy, inUtc, "brief")}`;
  if (status === "lost") return `Dispute lost: ${amount} was withdrawn`;
  if (status === "won") return `Dispute won: ${amount} was returned to you`;
  if (status === "warning_closed") return "Inquiry closed: nothing was withdrawn";
  return status.endsWith("needs_response") ? "Disputed: deadline passed" : "Disputed: under review";
}

const isFailure = (entry: TimelineEntry): entry is ProcessorEvent =>
  entry.kind === "processor_event" && entry.type === "payment_intent.payment_failed";

/** Why the last attempt to pay failed; undefined where none did. */
function lastDecline(timeline: TimelineEntry[]): string | undefined {
  const failure = timeline.findLast(isFailure);
  return (
    failure &&
    declineText(failure.declineCode ?? "generic_decline").replace(/^./, (first) => first.toLowerCase())
  );
}

/**
 * Why it is not paid: declined, a debit that failed, a hold that ran out, and never tried are different things.
 * `advice`: what to do about a decline, once the service has said it.
 */
export function whyNotPaid(
  payment: ListedPayment,
  timeline: TimelineEntry[],
  advice = "",
): string | undefined {
  if (isExpiredHold(payment, timeline, serviceNowMs()))
    return payment.status === "canceled"
      ? "Authorization expired: it was not captured in time."
      : "The capture deadline has passed: the hold is released, or will be soon.";
  if (payment.status !== "requires_payment_method") return undefined;
  const code = lastDecline(timeline);
  if (!code) return "No payment attempt yet.";
  const wasProcessing = timeline.some(
    (entry) => entry.kind === "processor_event" && entry.type === "payment_intent.processing",
  );
  return wasProcessing
    ? `The bank debit failed, ${code}. Nothing was charged. The customer needs another payment method.`
    : `Declined, ${code}. Nothing was charged. ${advice}`;
}
