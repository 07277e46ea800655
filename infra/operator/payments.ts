import type { Command } from "commander";
import { Failure, isFailure } from "../../shared/domain/failure.ts";
import { PAYMENT_ID } from "../../shared/domain/id-forms.ts";
import { amountText } from "../../shared/domain/payments/currency.ts";
import { HEADLINES, headlineOf } from "../../shared/domain/payments/headline.ts";
import { methodText, worded } from "../../shared/domain/payments/method-words.ts";
import { netOf } from "../../shared/domain/payments/net.ts";
import { disputesOf, failedRefundsOf, intentOf, type Payment } from "../../shared/domain/payments/payment.ts";
import type { PaymentFacts } from "../../shared/domain/payments/statement-note.ts";
import { isoTime } from "../../shared/domain/time.ts";
import { getTimeline } from "../../shared/flows/payments/get-timeline.ts";
import { listPayments } from "../../shared/flows/payments/list-payments.ts";
import { refreshPayment } from "../../shared/flows/payments/refresh-payment.ts";
import { getMerchant } from "../../shared/ledger/merchants.ts";
import { findPaymentRecord, type PaymentRecord, toPayment } from "../../shared/ledger/payments.ts";
import { fetchPaymentDetails } from "../../shared/processor/payment-details.ts";
import { disputeView } from "../../shared/views/full-payment.ts";
import type { PaymentInLists } from "../../shared/views/payment.ts";
import { paymentDetailsView } from "../../shared/views/payment-details.ts";
import { type ListedPayment, paymentListItemFor } from "../../shared/views/payment-list.ts";
import type { TimelineEntry } from "../../shared/views/timeline.ts";
import { parseLimit } from "./arguments.ts";
import { deliveryText } from "./delivery-texts.ts";
import { example } from "./example.ts";
import { fields, sections, shortTime, table } from "./output.ts";
import { type Input, run } from "./session.ts";
import { paymentView } from "./views.ts";

export function addPayments(program: Command): void {
  const payments = program
    .command("payments")
    .description("List, show and refresh payments.")
    .addHelpText("after", example("payments list mer_… order-1001"));

  payments
    .command("list <merchantId>")
    .description("List a merchant's payments, newest first, or find one.")
    .argument("[search]", "svcpay_…, pi_… or an order's reference")
    .option("--limit <n>", "maximum number (1 to 1000)", parseLimit, 50)
    .option("--after <svcPaymentId>", "start after this one")
    .addHelpText("after", example("payments list mer_… --limit 10"))
    .action(run(list));

  payments
    .command("show <svcPaymentId>")
    .description("Show a payment with its API calls, processor events and callback attempts.")
    .addHelpText("after", example("payments show svcpay_…"))
    .action(run(show));

  payments
    .command("refresh <svcPaymentId>")
    .description("Update a payment from the processor.")
    .addHelpText("after", example("payments refresh svcpay_…"))
    .action(run(refresh));
}

const OPERATOR = { seesDisputes: true, isOperator: true };

type ListOptions = { limit: number; after?: string };

async function list({
  args: [merchantId, search],
  options,
  session,
}: Input<[string, string?], ListOptions>): Promise<void> {
  const merchant = await getMerchant(merchantId);
  // With the last events, which tell a declined payment from one that was never tried.
  const filter = { include: "delivery" as const, ...(search !== undefined && filterFor(search)) };
  const page = { limit: options.limit, startingAfter: options.after };
  const { items: payments, hasMore, lastId } = await listPayments(merchant, page, filter);
  const next = hasMore ? lastId : null;
  const rows = payments.map((payment) => [
    payment.svcPaymentId,
    shortTime(isoTime(payment.createdAt)),
    `${amountText(payment.amountCents, payment.currency)} ${payment.currency}`,
    `${amountText(payment.refundedCents, payment.currency)} ${payment.currency}`,
    statusText(payment),
    payment.orderRef ?? "–",
  ]);
  session.show(
    { payments: payments.map((payment) => paymentListItemFor(OPERATOR, payment)), next },
    sections(
      table(
        ["PAYMENT", "CREATED", "AMOUNT", "REFUNDED", "STATUS", "ORDER"],
        rows,
        search === undefined ? "No payments yet." : "No payment matches.",
      ),
      next ? `There may be more: --after ${next}` : "",
    ),
  );
}

const statusText = (payment: ListedPayment): string =>
  headlineText(payment, typeof payment.lastDecline === "string");

/** By its form, as the console's search does. */
function filterFor(search: string) {
  if (PAYMENT_ID.test(search)) return { svcPaymentId: search };
  if (search.startsWith("pi_")) return { processorPaymentIntentId: search };
  return { orderRef: search };
}

function headlineText(payment: PaymentInLists, wasDeclined: boolean): string {
  const disputes = disputesOf(payment).map(disputeView);
  const failedRefunds = failedRefundsOf(payment);
  return HEADLINES[headlineOf({ status: payment.status, disputes, failedRefunds, wasDeclined })].text;
}

async function refresh({ args: [svcPaymentId], session }: Input<[string]>): Promise<void> {
  const refreshed = await refreshPayment(svcPaymentId, session.change());
  const payment = paymentView(refreshed);
  const { amountCents, refundedCents, currency } = payment;
  session.show(
    payment,
    table(
      ["PAYMENT", "STATUS", "AMOUNT", "REFUNDED", "CURRENCY"],
      [
        [
          svcPaymentId,
          headlineText(refreshed, false),
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
  const merchant = await getMerchant(record.merchantId);
  const found = toPayment(record);
  const payment = { ...paymentView(found), creation: record.state };
  const [timeline, details] = await Promise.all([getTimeline(merchant, record), askForDetails(found)]);
  const wasDeclined = timeline.some(
    (entry) => entry.kind === "processor_event" && entry.type === "payment_intent.payment_failed",
  );
  const { currency } = payment;
  const text = (cents: number) => amountText(cents, currency);
  const entries = timeline.map((entry) => ({ ...entry, at: isoTime(entry.at) }));
  const rows = timeline.map((entry) => [
    shortTime(isoTime(entry.at)),
    entry.kind.replaceAll("_", " "),
    describe(entry, text),
    "traceId" in entry ? entry.traceId : "–",
  ]);
  const { amountCents, refundedCents, applicationFeeCents } = payment;
  session.show(
    { ...payment, details, timeline: entries },
    sections(
      fields({
        Payment: svcPaymentId,
        Merchant: payment.merchantId,
        Status: headlineText(found, wasDeclined),
        Creation: worded(payment.creation),
        Amount: `${text(amountCents)} ${currency}, refunded ${text(refundedCents)}, fee ${text(applicationFeeCents)}`,
        ...describeDetails(details, payment),
        Order: payment.orderRef ?? "–",
        Processor: `${payment.processorPaymentIntentId || "–"} on ${payment.connectedAccountId}`,
        Disputes:
          payment.disputes.map(({ disputeId, status }) => `${disputeId} ${status}`).join(", ") || "none",
      }),
      table(["WHEN", "WHAT", "DETAILS", "TRACE"], rows),
    ),
  );
}

type Details = ReturnType<typeof paymentDetailsView>;

/** null: it was not created, or the processor does not answer. The rest of the payment is shown all the same. */
async function askForDetails(payment: Payment): Promise<Details | null> {
  if (!payment.processorPaymentIntentId) return null;
  try {
    const details = await fetchPaymentDetails(intentOf(payment));
    return paymentDetailsView({ seesFees: true, isOperator: true }, details);
  } catch (error) {
    if (isFailure(error, "processor_unavailable")) return null;
    throw error;
  }
}

function describeDetails(
  details: Details | null,
  payment: ReturnType<typeof paymentView>,
): Record<string, string> {
  if (!details) return { "Paid with": "not known: the processor did not answer" };
  const { method, decline, statementDescriptor, fees } = details;
  return {
    [decline ? "Tried with" : "Paid with"]:
      [methodText(method), worded(method?.wallet ?? "")].filter(Boolean).join(", ") || "–",
    ...(decline && {
      Declined: `${decline.declineCode ?? decline.code}: ${decline.meaning} ${decline.advice}`,
    }),
    ...(statementDescriptor && { "On the statement": statementDescriptor }),
    ...(fees && describeNet(payment, fees)),
  };
}

/** Also one whose creation has not completed: that is when an operator is asked. */
async function getRecord(svcPaymentId: string): Promise<PaymentRecord> {
  const record = PAYMENT_ID.test(svcPaymentId) ? await findPaymentRecord(svcPaymentId) : undefined;
  if (!record) throw new Failure("not_found", `There is no payment ${svcPaymentId}.`);
  return record;
}

type AmountText = (cents: number) => string;

const describeFacts = ({ status, amountCents, refundedCents }: PaymentFacts, text: AmountText): string =>
  `${HEADLINES[status].text} ${text(amountCents)}, refunded ${text(refundedCents)}`;

function describe(entry: TimelineEntry, text: AmountText): string {
  switch (entry.kind) {
    case "api_call":
      return `${entry.operation} ${text(entry.amountCents)}`;
    case "fee_returned":
      return `fee returned ${text(entry.amountCents)} in all`;
    case "reconciled":
      return `${describeFacts(entry.before, text)} → ${describeFacts(entry.after, text)}${entry.reason ? " (its metadata was edited)" : ""}`;
    case "processor_event":
      return `${entry.type} (${entry.eventId}): ${entry.applied}, callback ${deliveryText(entry.delivery)}`;
    case "callback_attempt":
      return `${entry.type}, attempt ${entry.attempt}: ${entry.error ?? entry.status} in ${entry.milliseconds} ms`;
    case "payout":
      return `${entry.payoutId}: ${entry.status}`;
  }
}

type Paid = Parameters<typeof netOf>[0];
type Fees = NonNullable<ReturnType<typeof paymentDetailsView>["fees"]>;

/** What is left of a payment, as the console's money box shows it. */
function describeNet(payment: Paid, fees: Fees): Record<string, string> {
  const { isForeign, parts, name, cents } = netOf(payment, fees);
  const text = (value: number) => amountText(value, fees.currency);
  const named = parts.map((part) => `${inSentence(part.name)} ${text(part.cents)}`).join(", ");
  return {
    ...(isForeign && {
      Charged: `${amountText(fees.chargedCents, fees.chargeCurrency)} ${fees.chargeCurrency}, settled as ${text(fees.grossCents)} ${fees.currency}`,
    }),
    [name]: `${text(cents)} ${fees.currency} (${named}), available ${fees.availableOn.slice(0, 10)}`,
  };
}

/** Within a sentence only a proper name begins with a capital. */
const inSentence = (name: string): string =>
  name.startsWith("Stripe") ? name : name.charAt(0).toLowerCase() + name.slice(1);
