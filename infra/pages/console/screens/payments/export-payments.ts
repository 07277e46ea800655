import { type CsvColumn, csvFile, MAX_FILE_LINES } from "../../../../../shared/domain/finance/csv.ts";
import { methodText, worded } from "../../../../../shared/domain/payments/method-words.ts";
import type { Query } from "../../address/query.ts";
import { CallError } from "../../api/call.ts";
import type { ListedPayment } from "../../api/types.ts";
import { counted } from "../../words/counted.ts";
import { DELIVERY_CHIPS, deliveryOf } from "../../words/labels.ts";
import { headlineText, searchPayments } from "./search-payments.ts";

const COLUMNS: CsvColumn<ListedPayment>[] = [
  { name: "paymentId", plain: ({ svcPaymentId }) => svcPaymentId },
  { name: "createdAt", plain: ({ createdAt }) => createdAt },
  { name: "paidAt", plain: ({ paidAt }) => paidAt ?? null },
  { name: "status", plain: headlineText },
  { name: "declineReason", plain: ({ lastDecline }) => (lastDecline ? worded(lastDecline) : null) },
  { name: "currency", plain: ({ currency }) => currency },
  { name: "amount", cents: ({ amountCents }) => amountCents },
  { name: "captured", cents: ({ capturedCents }) => capturedCents },
  { name: "refunded", cents: ({ refundedCents }) => refundedCents },
  { name: "platformFee", cents: ({ applicationFeeCents }) => applicationFeeCents },
  { name: "method", text: ({ method }) => methodText(method) },
  { name: "order", text: ({ orderRef }) => orderRef },
  { name: "customer", text: ({ customerRef }) => customerRef },
  { name: "description", text: ({ description }) => description },
  { name: "branch", text: ({ branch }) => branch },
  {
    name: "webhook",
    plain: ({ delivery, deliveryAttempts = 0 }) =>
      delivery ? DELIVERY_CHIPS[deliveryOf(delivery, deliveryAttempts)].text : null,
  },
  { name: "stripePaymentId", plain: ({ processorPaymentIntentId }) => processorPaymentIntentId },
];

/** Everything that the filters find, page by page as the list shows it. A file that would be cut off is not made. */
export async function exportPayments(filters: Query, say: (text: string) => void): Promise<string> {
  const { header, toText } = csvFile(COLUMNS);
  const lines: string[] = [];
  let startingAfter = "";
  do {
    const { payments, next } = await searchPayments({
      limit: "100",
      ...filters,
      ...(startingAfter && { startingAfter }),
    });
    lines.push(...payments.map(toText));
    if (lines.length > MAX_FILE_LINES)
      throw new CallError(
        `A file holds at most ${MAX_FILE_LINES} payments. Choose a shorter time and export again.`,
      );
    say(`${counted(lines.length, "payment")}…`);
    startingAfter = next ?? "";
  } while (startingAfter);
  return header + lines.join("");
}
