/** What a column holds, in every file that has it. An amount has a second column in cents, such as netCents. */
const COLUMNS = {
  date: "the UTC day on which the money moved",
  time: "the time of that day, in UTC",
  kind: "charge, refund, dispute, fee, payout and so on",
  svcPaymentId: "the payment; empty if the row is not about a payment of this service",
  orderRef: "the payment's order reference",
  metadata: "the payment's metadata, as JSON",
  merchantsOwn: "true for a payment that you made outside this service",
  chargeCurrency: "the currency that the customer paid in",
  charged: "what the customer was charged or refunded, in chargeCurrency",
  exchangeRate: "the processor's rate from chargeCurrency to currency; empty if they are the same",
  currency: "the currency that your account settles in; every amount but charged is in it",
  gross: "before fees",
  refunds: "what was given back that day, less refunds that failed",
  disputes: "what disputes took that day, less what they gave back",
  platformFee: "the platform's fee, and nothing else",
  otherFees: "another platform's fee, on payments outside this service",
  platformFeeReturned: "the part of the platform's fees that was returned that day",
  processorFee: "the processor's fee; in sums of a day with the tax that it withheld",
  tax: "taxes that the processor withheld",
  net: "what is left: gross less the columns between gross and net, but plus platformFeeReturned",
  customerRef: "the payment's customer reference",
  payoutId: "the payout that the row is part of; empty until the processor has said so",
  payoutArrivesOn: "the day on which that payout arrives at your bank",
  payoutStatus: "that payout's present status",
  returnedPayoutId: "the payout whose money came back with this row",
  processorReference: "the processor's balance transaction, txn_…",
  processorPaymentIntentId: "the processor's payment, pi_…",
  state: "final, not_final or missing: whether the day has its final statement",
  openingBalance: "your balance when the day began",
  merchantsOwnNet: "payments that you made outside this service, after fees",
  other: "what moved for another reason: fees, holds, adjustments",
  payouts: "what was paid out to your bank",
  payoutsReturned: "what was returned from payouts",
  difference: "what the processor's balance has beyond the columns before it; 0 unless something is wrong",
  closingBalance: "your balance when the day ended",
} as const;

type FileColumn = keyof typeof COLUMNS;

const LINE: FileColumn[] = [
  ...(["date", "time", "kind", "svcPaymentId", "orderRef", "metadata", "merchantsOwn"] as const),
  ...([
    "chargeCurrency",
    "charged",
    "exchangeRate",
    "currency",
    "gross",
    "platformFee",
    "otherFees",
  ] as const),
  ...(["processorFee", "tax", "net"] as const),
];
const PAYOUT: FileColumn[] = ["payoutId", "payoutArrivesOn", "payoutStatus"];

/** The columns of each file, in their order. */
export const FILE_COLUMNS = {
  movements: [...LINE, "customerRef", ...PAYOUT, "returnedPayoutId", "processorReference"],
  payoutLines: [...LINE, "processorReference"],
  payouts: [...PAYOUT, ...LINE, "processorReference"],
  statementPayments: [
    ...(["svcPaymentId", "orderRef", "metadata", "chargeCurrency", "charged", "exchangeRate"] as const),
    ...(["currency", "gross", "refunds", "disputes"] as const),
    ...(["platformFee", "platformFeeReturned", "processorFee", "net", "processorPaymentIntentId"] as const),
  ],
  balance: [
    ...(["date", "state", "currency", "openingBalance", "gross", "refunds", "disputes"] as const),
    ...(["platformFee", "platformFeeReturned", "processorFee", "merchantsOwnNet", "other"] as const),
    ...(["payouts", "payoutsReturned", "difference", "closingBalance"] as const),
  ],
} as const satisfies Record<string, readonly FileColumn[]>;

/** As part of an operation's description. */
export const describeColumns = (file: keyof typeof FILE_COLUMNS): string =>
  `\n\nThe columns, in their order. Each amount also has a column in cents before it, such as netCents.\n\n${FILE_COLUMNS[
    file
  ]
    .map((name) => `- \`${name}\`: ${COLUMNS[name]}`)
    .join("\n")}`;
