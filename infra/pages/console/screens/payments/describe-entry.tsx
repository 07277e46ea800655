import { isReturned } from "../../../../../shared/domain/finance/payout-status.ts";
import type { ListedPayment, Schemas, TimelineEntry } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { PayoutLink } from "../../parts/links.tsx";
import { Money } from "../../parts/money.tsx";
import { Text } from "../../parts/text.tsx";
import { arrivalText, labelOf, PAYOUT_LABELS } from "../../words/labels.ts";
import { own } from "../../words/own.ts";
import { dayText } from "../../words/time.ts";
import { BeforeAndAfter } from "./before-and-after.tsx";
import { describeAttempt } from "./describe-attempt.tsx";
import { describeEvent } from "./describe-event.tsx";
import type { EntryDescription } from "./entry-description.ts";

/** An entry in words. A kind that this page does not know yet is shown by its name. */
export function describeEntry(entry: TimelineEntry, payment: ListedPayment): EntryDescription {
  const { currency } = payment;
  switch (entry.kind) {
    case "api_call":
      return describeCall(entry, payment);
    case "processor_event":
      return describeEvent(entry, currency);
    case "callback_attempt":
      return describeAttempt(entry);
    case "fee_returned":
      return describeFeeReturn(entry, currency);
    case "payout":
      return describePayout(entry);
    case "reconciled":
      return describeReconciled(entry, currency);
    default:
      return {
        icon: "other",
        tone: "quiet",
        title: <Text value={String((entry as { kind: unknown }).kind)} />,
      };
  }
}

const describeFeeReturn = (
  { amountCents }: Schemas["TimelineFeeReturned"],
  currency: string,
): EntryDescription => ({
  icon: "refresh",
  tone: "quiet",
  title: (
    <>
      Platform fee refunded: <Money cents={amountCents} currency={currency} />
    </>
  ),
});

const describeReconciled = (
  { before, after, reason }: Schemas["TimelineReconciled"],
  currency: string,
): EntryDescription => ({
  icon: "refresh",
  tone: "wait",
  title: "Corrected by a daily statement",
  details: (
    <>
      <BeforeAndAfter before={before} after={after} currency={currency} />
      {reason === "edited_metadata" && <p>Its metadata was edited at the processor, so no event was sent.</p>}
    </>
  ),
});

/** Its time is when the payout was created: when it arrives is another day. */
const describePayout = ({ payoutId, status, arrivesOn }: Schemas["TimelinePayout"]): EntryDescription => ({
  icon: "payouts",
  tone: labelOf(PAYOUT_LABELS, status).tone,
  title: isReturned(status) ? "Payout returned" : "Payout created",
  details: (
    <p>
      <Chip of={PAYOUT_LABELS} value={status} /> {arrivalText(status)} <Text value={dayText(arrivesOn)} />.{" "}
      <PayoutLink id={payoutId}>View payout</PayoutLink>
    </p>
  ),
});

/** Only a backend creates payments. The rest may also have been asked for by a person, in the console or for support. */
const CALLS: Record<Schemas["TimelineApiCall"]["operation"], string> = {
  create: "Payment created: ",
  charge: "Charged off-session: ",
  capture: "Captured: ",
  cancel: "Canceled: ",
  refund: "Refunded: ",
};

const describeCall = (entry: Schemas["TimelineApiCall"], payment: ListedPayment): EntryDescription => ({
  icon: "call",
  tone: "accent",
  title: (
    <>
      <Text value={own(CALLS, entry.operation) ?? `${entry.operation} `} />
      <Money cents={entry.amountCents} currency={payment.currency} />
    </>
  ),
  details: (
    <>
      {isPartialCapture(entry, payment) && (
        <p>
          Of <Money cents={payment.authorizedCents} currency={payment.currency} /> authorized. The rest was
          released.
        </p>
      )}
      {entry.reason && (
        <p>
          Reason: <Text value={entry.reason.replaceAll("_", " ")} />
        </p>
      )}
    </>
  ),
});

const isPartialCapture = (entry: Schemas["TimelineApiCall"], { authorizedCents }: ListedPayment): boolean =>
  entry.operation === "capture" && entry.amountCents < authorizedCents;
