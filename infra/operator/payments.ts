import type { Command } from "commander";
import { Failure } from "../../shared/domain/failure.ts";
import { isPaymentId } from "../../shared/domain/id.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import { HEADLINES, headlineOf } from "../../shared/domain/payments/headline.ts";
import { disputesOf, failedRefundsOf } from "../../shared/domain/payments/payment.ts";
import type { PaymentFacts } from "../../shared/domain/payments/payment-facts.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { getTimeline } from "../../shared/flows/payments/get-timeline.ts";
import { refreshPayment } from "../../shared/flows/payments/refresh-payment.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../shared/ledger/payments.ts";
import { disputeView } from "../../shared/views/payment-list.ts";
import type { TimelineEntry } from "../../shared/views/timeline.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime, table } from "./output.ts";
import { type Input, run } from "./session.ts";
import { paymentView } from "./views.ts";

export function addPayments(program: Command): void {
  const payments = program
    .command("payments")
    .description("Show and refresh payments.")
    .addHelpText("after", example("payments show svcpay_…"));

  payments
    .command("show")
    .description("Show a payment with its API calls, processor events and callback attempts.")
    .argument("<svcPaymentId>")
    .addHelpText("after", example("payments show svcpay_…"))
    .action(run(show));

  payments
    .command("refresh")
    .description("Update a payment from the processor.")
    .argument("<svcPaymentId>")
    .addHelpText("after", example("payments refresh svcpay_…"))
    .action(run(refresh));
}

async function refresh({ args: [svcPaymentId], session }: Input<[string]>): Promise<void> {
  const payment = paymentView(await refreshPayment(svcPaymentId, session.change()));
  const { status, amountCents, refundedCents, currency } = payment;
  session.show(
    payment,
    table(
      ["PAYMENT", "STATUS", "AMOUNT", "REFUNDED", "CURRENCY"],
      [
        [
          svcPaymentId,
          status,
          amountText(amountCents, currency),
          amountText(refundedCents, currency),
          currency,
        ],
      ],
    ),
  );
}

async function show({ args: [svcPaymentId], session }: Input<[string]>): Promise<void> {
  const record = await getRecord(svcPaymentId);
  const found = toPayment(record);
  const payment = { ...paymentView(found), creation: record.state };
  const disputes = disputesOf(found).map(disputeView);
  const headline = headlineOf({ status: found.status, disputes, failedRefunds: failedRefundsOf(found) });
  const { currency } = payment;
  const text = (cents: number) => amountText(cents, currency);
  const timeline = await getTimeline(record);
  const entries = timeline.map((entry) => ({ ...entry, at: isoTime(entry.at) }));
  const rows = timeline.map((entry) => [
    shortTime(isoTime(entry.at)),
    entry.kind.replaceAll("_", " "),
    describe(entry, text),
    "traceId" in entry ? entry.traceId : "–",
  ]);
  const { amountCents, refundedCents, applicationFeeCents } = payment;
  session.show(
    { ...payment, timeline: entries },
    sections(
      fields({
        Payment: svcPaymentId,
        Merchant: payment.merchantId,
        Status: `${HEADLINES[headline].text} (${payment.status}, creation ${payment.creation})`,
        Amount: `${text(amountCents)} ${currency}, refunded ${text(refundedCents)}, fee ${text(applicationFeeCents)}`,
        Order: payment.orderRef ?? "–",
        Processor: `${payment.processorPaymentIntentId || "–"} on ${payment.connectedAccountId}`,
        Disputes:
          payment.disputes.map(({ disputeId, status }) => `${disputeId} ${status}`).join(", ") || "none",
      }),
      table(["WHEN", "WHAT", "DETAILS", "TRACE"], rows),
    ),
  );
}

/** Also one whose creation has not completed: that is when an operator is asked. */
async function getRecord(svcPaymentId: string): Promise<PaymentRecord> {
  const record = isPaymentId(svcPaymentId) ? await findPaymentRecord(svcPaymentId) : undefined;
  if (!record) throw new Failure("not_found", `There is no payment ${svcPaymentId}.`);
  return record;
}

type AmountText = (cents: number) => string;

const describeFacts = ({ status, amountCents, refundedCents }: PaymentFacts, text: AmountText): string =>
  `${status} ${text(amountCents)}, refunded ${text(refundedCents)}`;

function describe(entry: TimelineEntry, text: AmountText): string {
  switch (entry.kind) {
    case "api_call":
      return `${entry.operation} ${text(entry.amountCents)}`;
    case "fee_returned":
      return `fee returned ${text(entry.amountCents)} in all`;
    case "reconciled":
      return `${describeFacts(entry.before, text)} → ${describeFacts(entry.after, text)}${entry.reason ? " (its metadata was edited)" : ""}`;
    case "processor_event":
      return `${entry.type} (${entry.eventId}): ${entry.applied}, callback ${entry.delivery}`;
    case "callback_attempt":
      return `${entry.type}, attempt ${entry.attempt}: ${entry.error ?? entry.status} in ${entry.milliseconds} ms`;
    case "payout":
      return `${entry.payoutId}: ${entry.status}`;
  }
}
