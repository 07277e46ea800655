import type { PayoutLineView, PayoutView } from "../contract/payouts.ts";
import { type CsvColumn, type CsvForm, csvFile, LINE_COLUMNS } from "../domain/finance/csv.ts";
import { dateOf } from "../domain/finance/day.ts";
import type { MovementKind } from "../domain/finance/movement.ts";
import { lineCountOf, type PayoutFacts, type PayoutLine, unexplainedOf } from "../domain/finance/payout.ts";
import { isoTime } from "../domain/time.ts";
import type { PayoutRecord } from "../ledger/payouts.ts";

export function payoutView({ facts, composed }: PayoutRecord): PayoutView {
  return {
    payoutId: facts.payoutId,
    status: facts.status,
    amountCents: facts.amountCents,
    currency: facts.currency,
    automatic: facts.automatic,
    method: facts.method,
    createdAt: isoTime(facts.createdAt),
    arrivesOn: dateOf(facts.arrivesAt),
    traceId: facts.traceId,
    returnedAt: facts.returnedAt ? isoTime(facts.returnedAt) : null,
    failureCode: facts.failureCode,
    composition: compositionOf({ facts, composed }),
    totals: composed?.totals ?? {},
    lineCount: composed ? lineCountOf(composed) : 0,
    unexplainedCents: composed ? unexplainedOf(facts, composed) : null,
  };
}

function compositionOf({
  facts,
  composed,
}: Pick<PayoutRecord, "facts"> & {
  composed: PayoutRecord["composed"] | undefined;
}): PayoutView["composition"] {
  if (composed) return "complete";
  return facts.reconciliation === "not_applicable" ? "unknown" : "waiting";
}

/** The order is joined when it is shown, so that what is erased from the payment is gone here too. */
export type OrderedLine = PayoutLine & {
  orderRef: string | null;
  metadata: Record<string, string> | null;
};

export const payoutLineView = ({
  transactionId,
  at,
  sourcePayoutId: _,
  metadata: __,
  ...line
}: OrderedLine): PayoutLineView => ({
  ...line,
  at: isoTime(at),
  processorReference: transactionId,
});

const COLUMNS: readonly CsvColumn<OrderedLine>[] = [
  ...LINE_COLUMNS,
  { name: "processorReference", text: ({ transactionId }) => transactionId },
];

/** A line, or the payout's own, with the payout. */
export type PaidLine = Omit<OrderedLine, "kind"> & { kind: MovementKind; payout: PayoutFacts };

const PAYOUTS_COLUMNS: readonly CsvColumn<PaidLine>[] = [
  { name: "payoutId", plain: ({ payout }) => payout.payoutId },
  { name: "payoutArrivesOn", plain: ({ payout }) => dateOf(payout.arrivesAt) },
  { name: "payoutStatus", plain: ({ payout }) => payout.status },
  ...LINE_COLUMNS,
  { name: "processorReference", text: ({ transactionId }) => transactionId },
];

export function payoutsCsv(form: CsvForm, isOperator: boolean) {
  const { header, toText } = csvFile(PAYOUTS_COLUMNS, form);
  return { header, toText: (line: PaidLine) => toText(isOperator ? { ...line, metadata: null } : line) };
}

/** An operator's session does not see what the merchant has written. */
export function payoutCsv(form: CsvForm, isOperator: boolean) {
  const { header, toText } = csvFile(COLUMNS, form);
  return { header, toText: (line: OrderedLine) => toText(isOperator ? { ...line, metadata: null } : line) };
}
