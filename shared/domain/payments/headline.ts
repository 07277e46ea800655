import type { PaymentStatus } from "./status.ts";

/**
 * The one status under which a payment is shown: in the console's list, page and filter, and to operators. Red: money is
 * lost or a person must act. Amber: a clock runs. Green: the money is the merchant's. Blue: in progress. Grey: over.
 */
type Tone = "good" | "wait" | "bad" | "quiet" | "busy" | "declined";

export type HeadlineName =
  | PaymentStatus
  | "disputed"
  | "dispute_under_review"
  | "dispute_lost"
  | "refund_failed"
  | "declined";

export const HEADLINES: Record<HeadlineName, { text: string; tone: Tone }> = {
  disputed: { text: "Disputed", tone: "bad" },
  dispute_under_review: { text: "Disputed", tone: "wait" },
  dispute_lost: { text: "Dispute lost", tone: "bad" },
  refund_failed: { text: "Refund failed", tone: "bad" },
  refunded: { text: "Refunded", tone: "quiet" },
  partially_refunded: { text: "Partially refunded", tone: "quiet" },
  succeeded: { text: "Succeeded", tone: "good" },
  requires_capture: { text: "Uncaptured", tone: "wait" },
  processing: { text: "Processing", tone: "busy" },
  requires_action: { text: "Waiting for customer", tone: "wait" },
  declined: { text: "Declined", tone: "declined" },
  requires_payment_method: { text: "Incomplete", tone: "quiet" },
  requires_confirmation: { text: "Incomplete", tone: "quiet" },
  canceled: { text: "Canceled", tone: "quiet" },
};

/** What a merchant has to do something about. */
const NEEDS_ACTION: readonly HeadlineName[] = ["disputed", "refund_failed", "requires_capture"];

export const NEEDS_ACTION_FILTER = "needs_action";

/** What a list can be filtered by. */
export const HEADLINE_FILTERS: readonly string[] = [NEEDS_ACTION_FILTER, ...Object.keys(HEADLINES)];

/** `filters`: separated by commas. Several headlines can have one text: the filter means all of them. */
export const isHeadlineOf = (name: HeadlineName, filters: string): boolean =>
  filters
    .split(",")
    .some((filter) =>
      filter === NEEDS_ACTION_FILTER
        ? NEEDS_ACTION.includes(name)
        : HEADLINES[filter as HeadlineName]?.text === HEADLINES[name].text,
    );

type Headlined = {
  status: PaymentStatus;
  /** `dueBy`: while a response is possible. Absent: not for the reader to see. */
  disputes?: readonly { status: string; dueBy: unknown }[] | undefined;
  failedRefunds: readonly unknown[];
  /** Whether the last attempt to pay has failed, where that is known. */
  wasDeclined?: boolean;
};

/** The first that is so. */
export function headlineOf({ status, disputes = [], failedRefunds, wasDeclined }: Headlined): HeadlineName {
  const isAny = (form: RegExp) => disputes.some((dispute) => form.test(dispute.status));
  if (disputes.some(({ dueBy }) => dueBy !== null)) return "disputed";
  if (isAny(/(needs_response|under_review)$/)) return "dispute_under_review";
  if (isAny(/^lost$/)) return "dispute_lost";
  // A payment that was refunded in full has been made good.
  if (failedRefunds.length > 0 && status !== "refunded") return "refund_failed";
  if (wasDeclined && status === "requires_payment_method") return "declined";
  return status;
}
