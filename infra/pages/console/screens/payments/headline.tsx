import { HEADLINES, type HeadlineName } from "../../../../../shared/domain/payments/headline.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import type { ListedPayment } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { useUtc } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { declineText } from "../../words/labels.ts";
import { moneyText } from "../../words/money.ts";
import { timeText } from "../../words/time.ts";
import { visible } from "../../words/visible.ts";
import { headlineNameOf } from "./search-payments.ts";

/** The payment's one status, and the line that says until when or why; where that is cut off, it is on hover. */
export function Headline({ payment, isCut }: { payment: ListedPayment; isCut?: true }) {
  const name = headlineNameOf(payment);
  const line = lineOf(payment, name, useUtc());
  return (
    <>
      <Chip of={HEADLINES} value={name} />
      {line && (
        <span class="headline-line" {...(isCut && { title: visible(line) })}>
          <Text value={line} />
        </span>
      )}
    </>
  );
}

/** Before what the merchant has to do, so that it is not taken for what the customer or a bank has to. */
const YOURS = "Action needed: ";

function lineOf(
  { disputes = [], failedRefunds, currency, captureBefore, lastDecline, cancellationReason }: ListedPayment,
  name: HeadlineName,
  inUtc: boolean,
): string | undefined {
  // With its hour: deadlines end at a day's end in UTC, which is in the middle of another day elsewhere.
  const by = (at: string) => timeText(at, inUtc, "brief");
  const due = disputes.find(({ dueBy }) => dueBy)?.dueBy;
  const refund = failedRefunds.at(-1);
  if (name === "requires_action") return "Waiting for the customer";
  if (name === "declined") return lastDecline ? declineText(lastDecline) : undefined;
  if (name === "canceled") return cancellationReason === "expired" ? "Authorization expired" : undefined;
  if (name === "disputed" && due) return `${YOURS}respond by ${by(due)}`;
  if (name === "dispute_under_review")
    return disputes.some(({ status }) => status.endsWith("under_review"))
      ? "Under review"
      : "Deadline passed";
  if (name === "refund_failed" && refund)
    return `${YOURS}customer did not receive ${moneyText(refund.amountCents, currency)}`;
  if (name === "requires_capture" && captureBefore)
    return Date.parse(captureBefore) <= serviceNowMs()
      ? "Capture deadline passed"
      : `${YOURS}capture by ${by(captureBefore)}`;
  return disputes.some(({ status }) => status === "won") && name !== "dispute_lost"
    ? "Dispute won"
    : undefined;
}
