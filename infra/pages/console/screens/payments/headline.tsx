import { HEADLINES, type HeadlineName } from "../../../../../shared/domain/payments/headline.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { useUtc } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { declineText } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { dateText, timeText } from "../../words/time.ts";
import { visible } from "../../words/visible.ts";
import { headlineNameOf } from "./search-payments.ts";

/** The payment's one status, and the line that says until when or why; where that is cut off, it is on hover. */
export function Headline({ payment, isCut }: { payment: ListedPayment; isCut?: true }) {
  const name = headlineNameOf(payment);
  const inUtc = useUtc();
  const whole = lineOf(payment, name, { inUtc });
  const line = isCut ? lineOf(payment, name, { inUtc, isCut }) : whole;
  return (
    <>
      <Chip of={HEADLINES} value={name} />
      {line && (
        <span class="headline-line" {...(isCut && whole && { title: visible(whole) })}>
          <Text value={line} />
        </span>
      )}
    </>
  );
}

/** What the merchant has to do is told to do; what a customer or a bank does is not. */
function lineOf(
  { disputes = [], failedRefunds, currency, captureBefore, lastDecline, cancellationReason }: ListedPayment,
  name: HeadlineName,
  { inUtc, isCut }: { inUtc: boolean; isCut?: true },
): string | undefined {
  // In a row the hour is on hover: there is no room for it.
  const by = (at: string) => (isCut ? dateText(at, "date", inUtc) : timeText(at, inUtc, "brief"));
  const due = disputes.find(({ dueBy }) => dueBy)?.dueBy;
  const refund = failedRefunds.at(-1);
  if (name === "declined") return lastDecline ? declineText(lastDecline) : undefined;
  if (name === "canceled") return cancellationReason === "expired" ? "Authorization expired" : undefined;
  if (name === "disputed" && due) return `Respond by ${by(due)}`;
  if (name === "dispute_under_review")
    return disputes.some(({ status }) => status.endsWith("under_review"))
      ? "Under review"
      : "Deadline passed";
  if (name === "refund_failed" && refund) return `Refund again: ${moneyText(refund.amountCents, currency)}`;
  if (name === "requires_capture" && captureBefore)
    return Date.parse(captureBefore) <= serviceNowMs()
      ? "Capture deadline passed"
      : `Capture by ${by(captureBefore)}`;
  return disputes.some(({ status }) => status === "won") && name !== "dispute_lost"
    ? "Dispute won"
    : undefined;
}
