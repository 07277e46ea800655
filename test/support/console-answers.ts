import type { components } from "../../shared/client/generated/contract.ts";
import type { OverviewView } from "../../shared/contract/overview.ts";
import { rightEndsOf } from "../../shared/domain/access/console-session.ts";

/** What the service could answer to a console session: one of everything, in every state. */
type Schemas = components["schemas"];

const NOW = Date.now();
const secondsAgo = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

export const paymentId = (number: number): string => `svcpay_${String(number).padStart(32, "0")}`;

const traceId = "9e1b2c3d-0000-4000-8000-000000000001";

const STATUSES: Schemas["PaymentStatus"][] = [
  "succeeded",
  "processing",
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture",
  "partially_refunded",
  "refunded",
  "canceled",
];
const DELIVERIES: Schemas["EventSummary"]["delivery"][] = ["delivered", "pending", "held", "dead", "none"];
const CURRENCIES = ["usd", "eur", "jpy", "kwd"];

const METHODS: Schemas["PaymentListItem"]["method"][] = [
  { type: "card", brand: "visa", last4: "4242" },
  { type: "us_bank_account", brand: "STRIPE TEST BANK", last4: "6789" },
  { type: "klarna", brand: null, last4: null },
  { type: "card", brand: "amex", last4: null },
  null,
];

const aDispute: Schemas["PaymentDispute"] = {
  disputeId: "dp_1QExample",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 4999,
  dueBy: secondsAgo(-3 * 86_400),
};

/** A payment of 49.99 that was paid ten minutes ago, but for what is said otherwise. */
export const paymentWith = (given: Partial<Schemas["PaymentListItem"]> = {}): Schemas["PaymentListItem"] => ({
  svcPaymentId: paymentId(0),
  status: "succeeded",
  amountCents: 4999,
  applicationFeeCents: 155,
  currency: "usd",
  orderRef: null,
  processorPaymentIntentId: "pi_3QExample",
  createdAt: secondsAgo(600),
  capturedCents: 4999,
  refundedCents: 0,
  version: 1782907200000,
  captureBefore: null,
  authorizedCents: 4999,
  description: null,
  customerRef: null,
  branch: null,
  disputes: [],
  failedRefunds: [],
  ...given,
});

/** An event that was applied and delivered a minute ago, but for what is said otherwise. */
export const eventWith = (
  given: Partial<Schemas["TimelineProcessorEvent"]> = {},
): Schemas["TimelineProcessorEvent"] => ({
  kind: "processor_event",
  at: secondsAgo(60),
  receivedAt: secondsAgo(59),
  traceId,
  eventId: "evt_1",
  type: "payment_intent.succeeded",
  applied: "applied",
  delivery: "delivered",
  declineCode: null,
  refundedCents: null,
  captureBefore: null,
  ...given,
});

const CAPTURED: readonly Schemas["PaymentStatus"][] = ["succeeded", "partially_refunded", "refunded"];

const aListedPayment = (number: number): Schemas["PaymentListItem"] => {
  const status = STATUSES[number % STATUSES.length] ?? "succeeded";
  const amountCents = 4999 + number * 1000;
  return paymentWith({
    svcPaymentId: paymentId(number),
    status,
    amountCents,
    currency: CURRENCIES[number % CURRENCIES.length] ?? "usd",
    orderRef: number % 4 === 3 ? null : `order-${1042 - number}`,
    createdAt: secondsAgo(60 + number * number * 400),
    capturedCents: CAPTURED.includes(status) ? amountCents : 0,
    refundedCents: status === "refunded" ? amountCents : status === "partially_refunded" ? 1000 : 0,
    version: 1782907200000 + number,
    authorizedCents: amountCents,
    description: "A lamp",
    customerRef: number % 3 === 0 ? `customer-${number}` : null,
    disputes: number === 6 ? [aDispute] : [],
    delivery: DELIVERIES[number % DELIVERIES.length] ?? null,
    deliveryAttempts: number % DELIVERIES.length,
    method: METHODS[number % METHODS.length] ?? null,
    lastDecline: number === 2 ? "insufficient_funds" : null,
    cancellationReason: number === 8 ? "expired" : null,
  });
};

const disputes: Schemas["ListedDispute"][] = [
  "needs_response",
  "under_review",
  "won",
  "lost",
  "of_tomorrow",
].map((status, number) => ({
  ...aDispute,
  disputeId: `dp_1Q${number}`,
  status,
  svcPaymentId: paymentId(number + 1),
  orderRef: number === 2 ? null : `order-${1040 - number}`,
  currency: "usd",
  openedAt: secondsAgo((1 + number * 9) * 86_400),
  dueBy: number === 0 ? aDispute.dueBy : null,
}));

const payment: Schemas["PaymentListItem"] = {
  ...aListedPayment(1),
  status: "requires_capture",
  amountCents: 4999,
  currency: "usd",
  orderRef: "order-1042",
  createdAt: secondsAgo(90_000),
  captureBefore: secondsAgo(-500_000),
  authorizedCents: 4999,
  customerRef: "buyer-7",
  branch: "north",
  disputes: [aDispute],
};

const OUTCOMES: Schemas["TimelineProcessorEvent"]["applied"][] = [
  "applied",
  "unchanged",
  "not_about_a_payment",
  "not_this_payment",
  "unknown_payment",
  "unknown_dispute",
  "not_understood",
  "out_of_reach",
  "not_finished",
];
const TYPES = [
  "payment_intent.amount_capturable_updated",
  "charge.refunded",
  "payment_intent.payment_failed",
  "account.updated",
  "a.type.of.tomorrow",
];

const aboutEvent = (number: number) => ({
  eventId: `evt_1Q${number}`,
  type: TYPES[number % TYPES.length] ?? "callback.test",
  traceId,
});

const facts: Schemas["PaymentFacts"] = {
  status: "succeeded",
  amountCents: 4999,
  refundedCents: 0,
  applicationFeeCents: 155,
};
const healed: Schemas["PaymentFacts"] = { ...facts, status: "partially_refunded", refundedCents: 1000 };

const timeline: Schemas["TimelineEntry"][] = [
  { kind: "api_call", at: secondsAgo(90_000), traceId, operation: "create", amountCents: 4999 },
  ...OUTCOMES.map((applied, number) =>
    eventWith({
      at: secondsAgo(4000 - number * 60),
      receivedAt: secondsAgo(3999 - number * 60),
      ...aboutEvent(number),
      applied,
      delivery: DELIVERIES[number % DELIVERIES.length] ?? "none",
      declineCode: number === 2 ? "insufficient_funds" : null,
      refundedCents: number === 1 ? 1000 : null,
      captureBefore: number === 0 ? secondsAgo(-500_000) : null,
    }),
  ),
  ...[204, 503, null].map((status, number): Schemas["TimelineCallbackAttempt"] => ({
    kind: "callback_attempt",
    at: secondsAgo(3000 - number * 30),
    ...aboutEvent(0),
    attempt: number + 1,
    milliseconds: 84 * (number + 1),
    status,
    error: status === 204 ? null : status === null ? "timeout" : `status_${status}`,
    nextAttemptAt: status === 503 ? secondsAgo(-3600) : null,
    version: null,
  })),
  { kind: "reconciled", at: secondsAgo(60), traceId, before: facts, after: healed },
  // A later version of the service knows more kinds.
  { kind: "of_tomorrow", at: secondsAgo(10), traceId } as never,
];

const aListedEvent = (number: number): Schemas["EventSummary"] => ({
  id: `evt_1Q${number}`,
  type: TYPES[number % TYPES.length] ?? "callback.test",
  svcPaymentId: number % 4 === 3 ? null : paymentId(number),
  receivedAt: secondsAgo(20 + number * number * 300),
  applied:
    number === 8 ? null : (OUTCOMES.filter((outcome) => outcome !== "not_finished")[number] ?? "applied"),
  delivery: DELIVERIES[number % DELIVERIES.length] ?? "none",
  attemptCount: number,
  nextAttemptAt: null,
  payload: number % 2 === 0 ? "service" : "processor",
  version: number % 2 === 0 ? 1782907200000 + number : null,
  traceId,
});

const event: Schemas["RecordedEvent"] = {
  ...aListedEvent(3),
  svcPaymentId: paymentId(1),
  delivery: "dead",
  attemptCount: 8,
  attempts: [
    attempt({ attempt: 1, status: 204, at: secondsAgo(9000) }),
    attempt({ generation: 2, attempt: 7, error: "timeout", milliseconds: 10_000, at: secondsAgo(4500) }),
    attempt({
      ...{ generation: 2, attempt: 8, status: 500, error: "status_500" },
      answer: "<h1>Internal Server Error</h1>\n",
    }),
  ],
  body: JSON.stringify({
    id: "evt_1Q3",
    object: "event",
    data: { object: { id: "pi_3QExample", amount: 4999, billing_details: { email: "•••" } } },
  }),
};

function attempt(given: Partial<Schemas["CallbackAttempt"]>): Schemas["CallbackAttempt"] {
  const nothing = {
    status: null,
    error: null,
    answer: null,
    nextAttemptAt: null,
    version: null,
    bodySha256: null,
  };
  return {
    at: secondsAgo(900),
    generation: 1,
    attempt: 1,
    milliseconds: 84,
    payload: "processor",
    ...nothing,
    ...given,
  };
}

const aSetUp: Schemas["SetUp"] = {
  at: secondsAgo(7200),
  action: "set-callback-url",
  sessionId: `ses_${"A".repeat(26)}03${"D".repeat(8)}`,
};

const endpoint: Schemas["NamedCallbackEndpoint"] = {
  id: "ep_first",
  url: "https://shop.example.com/callbacks",
  disabled: false,
  events: null,
  payload: "processor",
  setUps: [aSetUp],
  secretCreatedAt: secondsAgo(90_000),
  previousSecretExpiresAt: secondsAgo(-3600),
};

/** For accounting: it fares well, but for what failed long ago. */
export const furtherEndpoint: Schemas["NamedCallbackEndpoint"] = {
  ...endpoint,
  id: "ep_5f2b8c1de0a94b73",
  url: "https://books.example.com/callbacks",
  events: ["payout.paid", "charge.refunded"],
  payload: "service",
  setUps: [],
  previousSecretExpiresAt: null,
};

/** An event that both were told of. */
const eventOfTwo: Schemas["RecordedEvent"] = {
  ...event,
  id: "evt_1Q4",
  delivery: "delivered",
  attemptCount: 1,
  attempts: [attempt({ status: 204 })],
  furtherEndpointIds: [furtherEndpoint.id],
  furtherDeliveries: [
    {
      endpointId: furtherEndpoint.id,
      delivery: "dead",
      attemptCount: 8,
      nextAttemptAt: null,
      attempts: [attempt({ attempt: 8, error: "econnrefused", payload: "service", version: 1782907200000 })],
    },
  ],
};

const health: Schemas["CallbackHealth"] = {
  asOf: secondsAgo(0),
  since: secondsAgo(86_400),
  lookedBackTo: null,
  events: 45,
  delivered: 35,
  waiting: 1,
  failing: 3,
  dead: 5,
  held: 1,
  answers: 61,
  p50AnswerMilliseconds: 84,
};

const summary = (date: string): Schemas["StatementSummary"] => ({
  date,
  final: date !== "2026-11-14",
  generatedAt: secondsAgo(3000),
  totals: ["usd", "jpy"].map((currency) => ({
    currency,
    grossCents: 104_990,
    refundsCents: 4999,
    disputesCents: 0,
    platformFeesCents: 3100,
    platformFeesReturnedCents: 50,
    processorFeesCents: 3375,
    netCents: 93_516,
    otherCents: -200,
    otherCount: 1,
    otherBalancesCents: 0,
    merchantsOwnNetCents: 0,
    accountNetCents: 93_316,
  })),
  balances: ["usd", "jpy"].map((currency) => ({
    currency,
    openingBalanceCents: 250_000,
    accountNetCents: 93_316,
    payoutsCents: 4669,
    payoutsReturnedCents: 1200,
    differenceCents: 0,
    closingBalanceCents: 339_847,
  })),
  balanceChecked: true,
  matched: 21,
  merchantsOwn: 2,
  unexplained: 1,
  differenceCount: date === "2026-11-12" ? 5 : 0,
});

const balanceRow: Schemas["BalanceReportRow"] = {
  currency: "usd",
  openingBalanceCents: 250_000,
  salesCents: 120_000,
  refundsCents: 10_000,
  disputesCents: 5_000,
  processorFeesCents: 3_500,
  platformFeesCents: 2_400,
  platformFeesReturnedCents: 200,
  merchantsOwnNetCents: 4_000,
  otherCents: -150,
  accountNetCents: 103_150,
  payoutsCents: 90_000,
  payoutsReturnedCents: 12_000,
  differenceCents: 0,
  closingBalanceCents: 275_150,
};

const balanceReport: Schemas["BalanceReport"] = {
  from: "2026-10-01",
  to: "2026-10-31",
  complete: false,
  missingDays: ["2026-10-07"],
  notFinalDays: ["2026-10-31"],
  balanceChecked: false,
  rows: [
    balanceRow,
    {
      ...balanceRow,
      currency: "jpy",
      openingBalanceCents: null,
      differenceCents: null,
      closingBalanceCents: null,
    },
  ],
  days: Array.from({ length: 31 }, (_, day) => ({
    date: `2026-10-${String(day + 1).padStart(2, "0")}`,
    final: day !== 30,
    rows: ["usd", "jpy"].map((currency) => ({
      ...balanceRow,
      currency,
      accountNetCents: ((day * 37) % 19) * 1_000 - 4_000,
    })),
  })).filter(({ date }) => date !== "2026-10-07"),
};

const { differenceCount: _, ...outline } = summary("2026-11-12");
const statement: Schemas["Statement"] = {
  ...outline,
  differences: [
    {
      kind: "refunds_differ",
      svcPaymentId: paymentId(1),
      processorPaymentIntentId: "pi_3QExample",
      currency: "usd",
      ledger: facts,
      processor: healed,
      healed: true,
    },
    {
      kind: "not_in_ledger",
      svcPaymentId: paymentId(2),
      processorPaymentIntentId: "pi_3QOther",
      currency: "usd",
      ledger: null,
      processor: facts,
      healed: false,
    },
  ],
  differencesOmitted: 3,
  unreachableAccounts: ["acct_1QGone"],
  payouts: [{ payoutId: "po_1QExample", amountCents: 4669, currency: "usd" }],
  payoutsReturned: [{ payoutId: "po_1QReturned", amountCents: 1200, currency: "usd" }],
};

/** A hundred and one payments, the first with an order that must be quoted. */
const moved = [
  "svcPaymentId,orderRef,currency,grossCents,gross,refundsCents,refunds,netCents,net",
  `${paymentId(1)},"say ""two"", please",usd,4999,49.99,1000,10.00,3744,37.44`,
  ...Array.from({ length: 100 }, (_, nth) => `${paymentId(2)},order-${nth},usd,0,0.00,100,1.00,-100,-1.00`),
].join("\r\n");

const payout: Schemas["Payout"] = {
  payoutId: "po_1QExample",
  status: "paid",
  amountCents: 421_231,
  currency: "usd",
  automatic: true,
  method: "standard",
  createdAt: secondsAgo(90_000),
  arrivesOn: "2026-11-12",
  traceId: "T-0042",
  returnedAt: null,
  failureCode: null,
  composition: "complete",
  totals: {
    charge: {
      count: 57,
      grossCents: 456_000,
      platformFeesCents: 10_169,
      otherFeesCents: 0,
      processorFeesCents: 12_600,
      taxesCents: 0,
      netCents: 433_231,
    },
    refund: {
      count: 3,
      grossCents: -12_000,
      platformFeesCents: 0,
      otherFeesCents: 0,
      processorFeesCents: 0,
      taxesCents: 0,
      netCents: -12_000,
    },
  },
  lineCount: 60,
  unexplainedCents: 0,
};
const line = (number: number): Schemas["PayoutLine"] => ({
  at: secondsAgo(400_000 - number),
  kind: number === 2 ? "refund" : "charge",
  svcPaymentId: number === 3 ? null : paymentId(number),
  orderRef: number === 3 ? null : `order-10${number}`,
  merchantsOwn: number === 3,
  grossCents: number === 2 ? -1200 : 8000,
  platformFeeCents: number === 2 ? 0 : 230,
  otherFeesCents: 0,
  processorFeeCents: number === 2 ? 0 : 262,
  taxCents: 0,
  netCents: number === 2 ? -1200 : 7508,
  currency: "usd",
  chargedCents: 4999,
  chargeCurrency: "usd",
  exchangeRate: null,
  processorReference: `txn_${number}`,
});

export const aSession = (access: Schemas["ConsoleSession"]["access"]) => ({
  sessionId: `ses_${"A".repeat(26)}07${"B".repeat(8)}`,
  access,
  may: Object.fromEntries(rightEndsOf({ access, endsAt: 0 }).map(([right]) => [right, secondsAgo(-3600)])),
  merchantId: "mer_Demo000000000001",
  merchantName: "Corner Shop",
  madeBy: "key",
  scopes: [
    "payments:read",
    "payments:write",
    "refunds:write",
    "events:read",
    "finance:read",
    "callbacks:write",
    "console",
    ...(access === "owner" ? ["onboarding"] : []),
  ],
  expiresAt: secondsAgo(-8 * 3600),
  setUps: [aSetUp],
  typedAboveCents: { usd: 10_000, eur: 10_000 },
  dashboardUrl: "https://dashboard.stripe.com/test",
});

const listedSession = (number: number, given: object) => ({
  sessionId: `ses_${"A".repeat(26)}0${number}${"C".repeat(8)}`,
  access: "read",
  state: "live",
  madeBy: "key",
  keyId: `key_${"A".repeat(26)}`,
  reason: null,
  createdAt: secondsAgo(number * 600),
  enteredAt: secondsAgo(number * 600 - 20),
  endedAt: null,
  expiresAt: secondsAgo(-3600),
  ...given,
});

const sessions = [
  listedSession(1, { access: "money" }),
  listedSession(2, {
    madeBy: "operator",
    keyId: null,
    reason: "Ticket 4711: callbacks <b>do not</b> arrive",
  }),
  listedSession(3, { access: "setup", state: "ended" }),
  listedSession(4, { access: "manage", state: "offered", enteredAt: null }),
  listedSession(5, { state: "expired" }),
];

const keys = [
  {
    idEnd: "x7Q2",
    label: "web shop",
    preset: "checkout",
    scopes: ["payments:read", "payments:write"],
    isLive: true,
  },
  { idEnd: "0Ab9", label: null, preset: "full", scopes: ["payments:read", "console"], isLive: false },
].map((key) => ({ ...key, createdAt: secondsAgo(86_400), endsAt: null }));

const needs = (
  kind: Schemas["Attention"]["kind"],
  subject: Schemas["Attention"]["subject"],
  dueBy: string | null,
): Schemas["Attention"] => ({
  attentionId: kind === "refund_failed" ? `att_${subject.refundId}` : null,
  kind,
  subject,
  orderRef: "order-1042",
  amountCents: 4999,
  currency: "usd",
  since: secondsAgo(86_400),
  dueBy,
  advice: "Capture it: POST /v1/payments/{id}/capture.",
});

const attention: Schemas["Attention"][] = [
  {
    ...needs("endpoint_failing", { endpointOrigin: "https://shop.example.com" }, null),
    amountCents: null,
    currency: null,
  },
  needs("refund_failed", { svcPaymentId: paymentId(0), refundId: "re_1QExample" }, null),
  needs("hold_expiring", { svcPaymentId: paymentId(1) }, secondsAgo(-3600)),
  needs(
    "dispute_response_due",
    { svcPaymentId: paymentId(6), disputeId: "dp_1QExample" },
    secondsAgo(-90_000),
  ),
];

/** By the path behind /console/v1/. */
const dayAgo = (days: number): string => secondsAgo(days * 86_400).slice(0, 10);

/** A week with a busy hour, and today, of which nobody knows the fees yet. */
const overview = {
  asOf: secondsAgo(0),
  money: {
    days: [6, 5, 4, 3, 2, 1, 0].map((days) => ({
      date: dayAgo(days),
      isFinal: days > 0,
      isComplete: days > 0,
      totals: ["usd", "eur"].slice(0, days % 3 === 0 ? 2 : 1).map((currency) => ({
        currency,
        grossCents: 480_000 - days * 30_000,
        refundsCents: days === 4 ? 420_000 : 3495,
        disputesCents: days === 2 ? 4999 : 0,
        platformFeesCents: 11_200,
        processorFeesCents: days > 0 ? 14_100 : null,
        netCents:
          days > 0
            ? 480_000 - days * 30_000 - (days === 4 ? 420_000 : 3495) - (days === 2 ? 4999 : 0) - 25_300
            : null,
      })),
    })),
  },
  balance: {
    date: dayAgo(1),
    currencies: [
      { currency: "usd", closingBalanceCents: 1_284_310 },
      { currency: "eur", closingBalanceCents: 48_250 },
    ],
  },
  attempts: {
    days: [6, 5, 4, 3, 2, 1, 0].map((days) => ({
      date: dayAgo(days),
      approved: 58 - days * 3,
      declined: 4 + (days % 3),
      isComplete: days < 6,
    })),
    reasons: [
      { code: "insufficient_funds", count: 14 },
      { code: "generic_decline", count: 9 },
      { code: "expired_card", count: 6 },
      { code: "incorrect_cvc", count: 4 },
      { code: "lost_card", count: 1 },
      { code: "unknown", count: 1 },
    ],
    from: secondsAgo(5 * 86_400),
    isComplete: false,
  },
  webhooks: {
    hours: Array.from({ length: 25 }, (_, hour) => ({
      at: `${secondsAgo((24 - hour) * 3600).slice(0, 13)}:00:00.000Z`,
      delivered: hour % 7 === 3 ? 0 : 4 + ((hour * 5) % 13),
      retrying: hour === 22 ? 3 : 0,
      failed: hour === 20 ? 5 : 0,
      waiting: 0,
      medianMilliseconds: hour % 7 === 3 ? null : 60 + ((hour * 17) % 80),
      isComplete: true,
    })),
    failedInAll: 7,
    medianMilliseconds: 84,
    from: secondsAgo(24 * 3600),
    isComplete: true,
  },
  payouts: {
    next: {
      payoutId: "po_1QNext",
      status: "in_transit",
      amountCents: 421_231,
      currency: "usd",
      arrivesOn: dayAgo(-1),
    },
    last: {
      payoutId: "po_1QExample",
      status: "paid",
      amountCents: 398_020,
      currency: "usd",
      arrivesOn: dayAgo(1),
    },
  },
} satisfies OverviewView;

export const FULL: Record<string, unknown> = {
  overview,
  attention,
  payments: Array.from({ length: 12 }, (_, number) => aListedPayment(number)),
  [`payments/${paymentId(0)}`]: aListedPayment(0),
  [`payments/${paymentId(0)}/timeline`]: [],
  [`payments/${paymentId(1)}`]: payment,
  [`payments/${paymentId(1)}/details`]: { method: null, decline: null, fees: null },
  [`payments/${paymentId(1)}/timeline`]: timeline,
  events: Array.from({ length: 9 }, (_, number) => aListedEvent(number)),
  "events/evt_1Q3": event,
  "events/evt_1Q4": eventOfTwo,
  "callback-endpoints": [endpoint, furtherEndpoint],
  "callback-endpoints/ep_first": endpoint,
  "callback-endpoints/ep_first/health": health,
  [`callback-endpoints/${furtherEndpoint.id}`]: furtherEndpoint,
  [`callback-endpoints/${furtherEndpoint.id}/health`]: {
    ...health,
    ...{ events: 14, delivered: 12, waiting: 0, failing: 0, dead: 2, held: 0 },
  },
  "wallet-domains": [
    {
      ...{ id: "pmd_1QExample", domainName: "shop.example.com", enabled: true },
      wallets: [
        { wallet: "apple_pay", status: "active", problem: null },
        { wallet: "paypal", status: "active", problem: null },
        { wallet: "link", status: "inactive", problem: "Not enabled." },
      ],
    },
  ] satisfies Schemas["WalletDomain"][],
  "event-types": [
    {
      ...{ name: "charge.refunded", serviceName: "payment.refunded", meaning: "Refunded." },
      defaultFor: ["processor", "service"],
    },
    {
      ...{ name: "refund.failed", serviceName: "refund.failed", meaning: "A refund failed." },
      defaultFor: ["service"],
    },
  ] satisfies Schemas["EventType"][],
  statements: ["2026-11-14", "2026-11-13", "2026-11-12"].map(summary),
  "statements/2026-11-12": statement,
  "statements/2026-11-12/payments.csv": moved,
  "reports/balance": balanceReport,
  payouts: [payout, { ...payout, payoutId: "po_1QOther", status: "failed", unexplainedCents: 45 }],
  "payouts/po_1QExample": payout,
  "payouts/po_1QExample/lines": [1, 2, 3].map(line),
  disputes,
  "console-sessions": sessions,
  keys,
};

/** A merchant who has only just begun. */
export const EMPTY: Record<string, unknown> = {
  overview: {
    ...overview,
    money: { days: overview.money.days.map((day) => ({ ...day, isComplete: true, totals: [] })) },
    attempts: {
      days: overview.attempts.days.map((day) => ({ ...day, approved: 0, declined: 0, isComplete: true })),
      reasons: [],
      from: overview.attempts.from,
      isComplete: true,
    },
    webhooks: {
      ...overview.webhooks,
      hours: overview.webhooks.hours.map((hour) => ({
        ...hour,
        ...{ delivered: 0, retrying: 0, failed: 0, medianMilliseconds: null },
      })),
      failedInAll: 0,
      medianMilliseconds: null,
    },
    balance: null,
    payouts: { next: null, last: null },
  } satisfies OverviewView,
  attention: [],
  payments: [],
  events: [],
  "callback-endpoints": [],
  "wallet-domains": [],
  statements: [],
  "reports/balance": { ...balanceReport, missingDays: [], notFinalDays: [], rows: [], days: [] },
  payouts: [],
  disputes: [],
  "console-sessions": sessions.slice(0, 1),
  keys: keys.slice(0, 1),
};

/** One payment is asked for in the list, which says more of it than retrieving it does. */
export function paymentsNamed(id: string, has: Record<string, unknown>): unknown[] {
  const named = has[`payments/${id}`];
  const listed = (has.payments ?? []) as { svcPaymentId: string }[];
  return named === undefined ? listed.filter(({ svcPaymentId }) => svcPaymentId === id) : [named];
}
