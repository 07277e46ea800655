import { headlineNameOf } from "../../infra/pages/console/screens/payments/search-payments.ts";
import { totalsOf } from "../../infra/pages/console/screens/payments/totals.ts";
import type { components } from "../../shared/client/generated/contract.ts";
import type { LiveBalanceView } from "../../shared/contract/balance.ts";
import type { OverviewView } from "../../shared/contract/overview.ts";
import { rightEndsOf } from "../../shared/domain/access/console-session.ts";
import { isHeadlineOf } from "../../shared/domain/payments/headline.ts";
import { isFoundBy } from "../../shared/domain/payments/is-found-by.ts";
import { attemptAt, eventAt, SHOP_ENDPOINT_ID, TRACE_ID } from "./timeline-entries.ts";

/** What the service could answer to a console session: one of everything, in every state. */
type Schemas = components["schemas"];

const NOW = Date.now();
const secondsAgo = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString();

export const paymentId = (number: number): string => `svcpay_${String(number).padStart(32, "0")}`;

const traceId = TRACE_ID;

const DELIVERIES: Schemas["EventSummary"]["delivery"][] = ["delivered", "pending", "held", "dead", "none"];

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const dayAgo = (days: number): string => secondsAgo(days * DAY).slice(0, 10);

/** The day whose statement has differences. */
export const DIFFERING_DAY = dayAgo(3);

const aDispute: Schemas["PaymentDispute"] = {
  disputeId: "dp_1QExample",
  status: "needs_response",
  reason: "fraudulent",
  amountCents: 10_999,
  dueBy: secondsAgo(-20 * HOUR),
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
export const eventWith = (given: Partial<Schemas["TimelineProcessorEvent"]> = {}) =>
  eventAt(secondsAgo(60), { receivedAt: secondsAgo(59), ...given });

const CAPTURED: readonly Schemas["PaymentStatus"][] = ["succeeded", "partially_refunded", "refunded"];

const feeOf = (amountCents: number): number => Math.round(amountCents * 0.031);

const card = (brand: string, last4: string) => ({ type: "card", brand, last4 });
const VISA = card("visa", "4242");

/** What the first endpoint said of a payment's last event. It fails since two hours, and rejects refunds always. */
const DELIVERED = { delivery: "delivered", deliveryAttempts: 1 } as const;
const REJECTED = { delivery: "dead", deliveryAttempts: 8 } as const;
const retrying = (deliveryAttempts: number) => ({ delivery: "pending", deliveryAttempts }) as const;

const holdOf = (secondsOld: number, hours: number) => ({
  captureBefore: secondsAgo(secondsOld - hours * HOUR),
});

type Row = Partial<Schemas["PaymentListItem"]>;

const listed = (number: number, secondsOld: number, order: number | null, given: Row) => {
  const { status = "succeeded", amountCents = 4999 } = given;
  return paymentWith({
    svcPaymentId: paymentId(number),
    status,
    amountCents,
    applicationFeeCents: feeOf(amountCents),
    orderRef: order === null ? null : `order-${order}`,
    createdAt: secondsAgo(secondsOld),
    capturedCents: CAPTURED.includes(status) ? amountCents : 0,
    refundedCents: status === "refunded" ? amountCents : status === "partially_refunded" ? 1000 : 0,
    version: 1782907200000 + number,
    authorizedCents: amountCents,
    description: "A lamp",
    method: VISA,
    lastDecline: null,
    cancellationReason: null,
    ...DELIVERED,
    ...given,
  });
};

/** Two hours ago its URL was changed, and nothing has reached it since. */
const FAILING_SECONDS = 112 * MINUTE;

const euro = (amountCents: number) => ({ amountCents, currency: "eur" });

/** Those of today, and some of yesterday; the newest first. */
const payments: Schemas["PaymentListItem"][] = [
  listed(0, 4 * MINUTE, 1053, { customerRef: "customer-12", ...retrying(3) }),
  listed(2, 21 * MINUTE, 1052, {
    ...{ ...euro(6999), status: "requires_payment_method", lastDecline: "insufficient_funds" },
    ...retrying(4),
  }),
  listed(3, 38 * MINUTE, null, {
    ...{ amountCents: 7999, status: "requires_payment_method", method: null },
    ...{ delivery: "none", deliveryAttempts: 0 },
  }),
  listed(4, 47 * MINUTE, 1051, {
    ...{ amountCents: 8999, status: "requires_action", method: card("mastercard", "4444"), ...retrying(5) },
  }),
  listed(5, 70 * MINUTE, 1050, {
    ...{ ...euro(9999), status: "requires_capture", ...holdOf(70 * MINUTE, 20), ...retrying(5) },
    customerRef: "customer-5",
  }),
  listed(7, 110 * MINUTE, 1049, {
    ...{ amountCents: 11_999, status: "processing", ...retrying(5) },
    method: { type: "us_bank_account", brand: "STRIPE TEST BANK", last4: "6789" },
  }),
  listed(9, 150 * MINUTE, 1048, { ...euro(13_999), customerRef: "customer-9" }),
  listed(10, 200 * MINUTE, 1047, {
    ...{ amountCents: 5499, status: "requires_payment_method", lastDecline: "generic_decline" },
    method: card("amex", "0005"),
  }),
  listed(11, 260 * MINUTE, 1046, {
    ...{ amountCents: 15_999, method: { type: "klarna", brand: null, last4: null } },
  }),
  listed(15, 9 * HOUR, 1045, { amountCents: 6499, customerRef: "customer-4" }),
  listed(16, 14 * HOUR, 1044, { ...euro(3999), method: card("mastercard", "5454") }),
  listed(17, 20 * HOUR, 1043, { amountCents: 8999 }),
  listed(1, 25 * HOUR, 1042, {
    ...{ status: "requires_capture", ...holdOf(25 * HOUR, 26), customerRef: "buyer-7", branch: "north" },
  }),
  listed(6, 27 * HOUR, 1041, { amountCents: 10_999, customerRef: "customer-6", disputes: [aDispute] }),
  listed(12, 28 * HOUR, 1040, { ...euro(5999), status: "refunded", ...REJECTED }),
  listed(13, 29 * HOUR, 1039, { status: "partially_refunded", customerRef: "customer-7", ...REJECTED }),
  listed(8, 30 * HOUR, 1038, { amountCents: 12_999, status: "canceled", cancellationReason: "expired" }),
  listed(14, 31 * HOUR, 1037, {
    failedRefunds: [
      { refundId: "re_1QExample", amountCents: 4999, failureReason: "expired_or_canceled_card" },
    ],
  }),
];

export const listedPayment = (number: number): Schemas["PaymentListItem"] => {
  const found = payments.find(({ svcPaymentId }) => svcPaymentId === paymentId(number));
  if (!found) throw new Error(`There is no payment ${number}.`);
  return found;
};

const payment = listedPayment(1);

const disputes: Schemas["ListedDispute"][] = [
  { ...aDispute, svcPaymentId: paymentId(6), orderRef: "order-1041", openedAt: secondsAgo(6 * HOUR) },
  ...(
    [
      ["under_review", 2],
      ["won", 18],
      ["lost", 27],
      ["warning_closed", 36],
    ] as const
  ).map(([status, openedDays], number) => ({
    ...{ ...aDispute, status, disputeId: `dp_1Q${number}`, amountCents: 4999, dueBy: null },
    svcPaymentId: paymentId(20 + number),
    orderRef: number === 1 ? null : `order-${951 - number * 31}`,
    openedAt: secondsAgo(openedDays * DAY),
  })),
].map((dispute) => ({ ...dispute, currency: "usd" }));

type Line = Schemas["PayoutLine"];

/** At a time of its UTC day: each line is in the statement of that day. */
const line = (number: number, days: number, given: Partial<Line>): Line => {
  const { grossCents = 0, platformFeeCents = 0, processorFeeCents = 0, currency = "usd" } = given;
  return {
    at: new Date(Date.parse(`${dayAgo(days)}T05:00:00.000Z`) + number * 67 * MINUTE * 1000).toISOString(),
    kind: "charge",
    svcPaymentId: paymentId(40 + number),
    orderRef: `order-${1010 - days * 4 + number}`,
    merchantsOwn: false,
    ...{ grossCents, platformFeeCents, otherFeesCents: 0, processorFeeCents, taxCents: 0 },
    netCents: grossCents - platformFeeCents - processorFeeCents,
    ...{ currency, chargedCents: grossCents, chargeCurrency: currency, exchangeRate: null },
    processorReference: `txn_${given.kind ?? "charge"}_${number}`,
    ...given,
  };
};

/** A charge, or a refund, with which the platform's fee comes back. The third charge was made outside of this service. */
const linesOn = (days: number, currency: string, gross: readonly number[]): Line[] =>
  gross.flatMap((grossCents, nth) => {
    const number = nth + 1;
    if (grossCents < 0)
      return [
        line(number, days, { kind: "refund", currency, grossCents }),
        line(number, days, { kind: "platform_fee_return", currency, grossCents: feeOf(-grossCents) }),
      ];
    const own = number === 3 && days in PAID_OUT_DAYS && currency === "usd";
    const named = own && { merchantsOwn: true, svcPaymentId: null, orderRef: null };
    const platformFeeCents = own ? 0 : feeOf(grossCents);
    const processorFeeCents = Math.round(grossCents * 0.029) + 30;
    return [line(number, days, { currency, grossCents, platformFeeCents, processorFeeCents, ...named })];
  });

/** What was charged and refunded in USD on the days whose money was paid out. */
const PAID_OUT_DAYS: Record<number, readonly number[]> = {
  3: [12_490, 32_900, 15_999, 28_500, 64_500, 10_490, 21_990, 13_999],
  5: [
    ...[12_490, 8999, 15_999, -4999, 10_490, 32_900, 7999, 11_999, 48_000, 5499, -1000, 21_990],
    ...[9999, 64_500, 13_999],
  ],
  8: [15_999, 10_490, 8999, 21_500, 4999, 32_900, 12_490, 7999],
};
const paidOutLines = (days: number): Line[] => linesOn(days, "usd", PAID_OUT_DAYS[days] ?? []);
const paidLines = paidOutLines(5);
const failedLines = paidOutLines(8);

const totalOf = (lines: Line[]): Schemas["PayoutTotal"] => {
  const sum = (part: "grossCents" | "platformFeeCents" | "processorFeeCents" | "netCents"): number =>
    lines.reduce((all, one) => all + one[part], 0);
  return {
    count: lines.length,
    grossCents: sum("grossCents"),
    platformFeesCents: sum("platformFeeCents"),
    otherFeesCents: 0,
    processorFeesCents: sum("processorFeeCents"),
    taxesCents: 0,
    netCents: sum("netCents"),
  };
};

/** A payout is what its lines come to. */
const payoutOf = (lines: Line[]) => ({
  amountCents: totalOf(lines).netCents,
  totals: Object.fromEntries(
    (["charge", "refund", "platform_fee_return"] as const)
      .map((kind) => [kind, totalOf(lines.filter((one) => one.kind === kind))] as const)
      .filter(([, total]) => total.count > 0),
  ),
  lineCount: lines.length,
});

const BOOKS_ENDPOINT_ID = "ep_5f2b8c1de0a94b73";

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
      captureBefore: number === 0 ? payment.captureBefore : null,
    }),
  ),
  ...[null, 503, 204].map((status, number) =>
    attemptAt(secondsAgo(3000 - number * 30), {
      ...{ ...aboutEvent(0), attempt: number + 1, milliseconds: 84 * (number + 1), status },
      error: status === 204 ? null : status === null ? "timeout" : `status_${status}`,
    }),
  ),
  { kind: "reconciled", at: secondsAgo(60), traceId, before: facts, after: healed },
  // A later version of the service knows more kinds.
  { kind: "of_tomorrow", at: secondsAgo(10), traceId } as never,
];

/** Since an event was received, by the schedule of the service. */
const ATTEMPT_SECONDS = [1, 31, 151, 631, 2551, 10_231, 40_951, 82_351];

const eventOf = (
  number: number,
  type: string,
  secondsOld: number,
  given: Partial<Schemas["EventSummary"]> = {},
): Schemas["EventSummary"] => ({
  id: `evt_1Q${number}`,
  type,
  ...{ svcPaymentId: null, orderRef: null, amountCents: null, currency: null },
  receivedAt: secondsAgo(secondsOld),
  applied: "applied",
  delivery: "delivered",
  attemptCount: 1,
  nextAttemptAt:
    given.delivery === "pending"
      ? secondsAgo(secondsOld - (ATTEMPT_SECONDS[given.attemptCount ?? 0] ?? 0))
      : null,
  payload: "processor",
  version: null,
  endpointId: given.delivery === "none" ? null : SHOP_ENDPOINT_ID,
  endpointIds: given.delivery === "none" ? [] : [SHOP_ENDPOINT_ID],
  traceId,
  ...given,
});
/** With the order and the amount of the listed payment, or of what is said of it otherwise. */
const about = (number: number, amountCents?: number) => {
  const found = payments.find(({ svcPaymentId }) => svcPaymentId === paymentId(number));
  return {
    svcPaymentId: paymentId(number),
    orderRef: found?.orderRef ?? "order-1001",
    amountCents: amountCents ?? found?.amountCents ?? 4999,
    currency: found?.currency ?? "usd",
  };
};
const pending = (attemptCount: number) => ({ delivery: "pending", attemptCount }) as const;
const failed = { delivery: "dead", attemptCount: 8 } as const;

const REJECTED_SECONDS = 84_960;

const events: Schemas["EventSummary"][] = [
  eventOf(0, "payment_intent.succeeded", 4 * MINUTE, { ...about(0), ...pending(3) }),
  eventOf(1, "payment_intent.payment_failed", 21 * MINUTE, { ...about(2), ...pending(4) }),
  eventOf(9, "payment_intent.requires_action", 47 * MINUTE, { ...about(4), ...pending(5) }),
  eventOf(2, "payment_intent.amount_capturable_updated", 70 * MINUTE, { ...about(5), ...pending(5) }),
  eventOf(8, "payment_intent.processing", 110 * MINUTE, { ...about(7), ...pending(5) }),
  eventOf(5, "payment_intent.succeeded", 150 * MINUTE, about(9)),
  eventOf(6, "payment_intent.payment_failed", 200 * MINUTE, about(10)),
  eventOf(10, "account.updated", 230 * MINUTE, {
    ...{ applied: "not_about_a_payment", delivery: "none", attemptCount: 0 },
  }),
  eventOf(11, "payment_intent.succeeded", 260 * MINUTE, about(11)),
  eventOf(12, "charge.dispute.created", 6 * HOUR, about(6)),
  eventOf(13, "payment_intent.succeeded", 9 * HOUR, about(15)),
  eventOf(14, "payment_intent.succeeded", 14 * HOUR, about(16)),
  eventOf(15, "payout.paid", 17 * HOUR, {
    ...{ applied: "not_about_a_payment", amountCents: payoutOf(paidLines).amountCents, currency: "usd" },
    ...{ payload: "service", endpointId: BOOKS_ENDPOINT_ID, endpointIds: [BOOKS_ENDPOINT_ID] },
  }),
  eventOf(16, "payment_intent.succeeded", 20 * HOUR, about(17)),
  eventOf(7, "charge.refunded", REJECTED_SECONDS - 600, { ...about(12), ...failed }),
  eventOf(3, "charge.refunded", REJECTED_SECONDS, { ...about(13, 1000), ...failed }),
];

const secondsOf = (at: string): number => (NOW - Date.parse(at)) / 1000;

/** The first endpoint rejects every refund, and once took too long; since it fails it is not there at all. */
const attemptsOf = ({ delivery, attemptCount, receivedAt, payload }: Schemas["EventSummary"]) =>
  ATTEMPT_SECONDS.slice(0, attemptCount).map((seconds, nth) =>
    attempt({
      ...{ attempt: nth + 1, at: secondsAgo(secondsOf(receivedAt) - seconds) },
      payload: payload ?? "processor",
      ...(delivery === "delivered"
        ? { status: 204, milliseconds: 60 + (Math.round(secondsOf(receivedAt) / 60) % 40) }
        : delivery === "pending"
          ? { status: 503, error: "status_503", answer: "Service Unavailable\n" }
          : nth === 4
            ? { error: "timeout", milliseconds: 10_000 }
            : { status: 500, error: "status_500", answer: "<h1>Internal Server Error</h1>\n" }),
    }),
  );

const bodyOf = ({ id, type, amountCents, currency }: Schemas["EventSummary"], object: string): string =>
  JSON.stringify({
    ...{ id, object: "event", type },
    data: {
      object: {
        id: object,
        ...(type === "charge.refunded" ? { amount_refunded: amountCents } : { amount: amountCents }),
        ...{ currency, billing_details: { email: "•••" } },
      },
    },
  });

/** With its attempts at the endpoint of the list. */
const recorded = (summary: Schemas["EventSummary"]): Schemas["RecordedEvent"] => ({
  ...summary,
  deliveries: summary.endpointIds.map((endpointId) => ({
    ...{ endpointId, delivery: summary.delivery, attemptCount: summary.attemptCount },
    ...{ nextAttemptAt: summary.nextAttemptAt, attempts: attemptsOf(summary) },
  })),
  body: bodyOf(summary, "ch_3QExample"),
});
const recordedEvents = events.map(recorded);

function attempt(given: Partial<Schemas["CallbackAttempt"]>): Schemas["CallbackAttempt"] {
  return {
    ...{ at: secondsAgo(900), deliveryRound: 1, attempt: 1, milliseconds: 84, payload: "processor" },
    ...{ status: null, error: null, answer: null, nextAttemptAt: null, version: null, bodySha256: null },
    ...given,
  };
}

const aSetUp: Schemas["SetUp"] = {
  at: secondsAgo(7200),
  action: "set-callback-url",
  endpointOrigin: "https://shop.example.com",
  sessionId: `ses_${"A".repeat(22)}k3Fm03${"C".repeat(8)}`,
};

const endpoint: Schemas["CallbackEndpoint"] = {
  id: SHOP_ENDPOINT_ID,
  url: "https://shop.example.com/callbacks",
  disabled: false,
  events: null,
  payload: "processor",
  setUps: [aSetUp],
  secretCreatedAt: secondsAgo(90_000),
  previousSecretExpiresAt: secondsAgo(-3600),
};

/** For accounting: it fares well, but for what failed long ago. */
export const booksEndpoint: Schemas["CallbackEndpoint"] = {
  ...endpoint,
  id: BOOKS_ENDPOINT_ID,
  url: "https://books.example.com/callbacks",
  events: ["payout.paid", "charge.refunded"],
  payload: "service",
  setUps: [],
  previousSecretExpiresAt: null,
};

const [earlyRefund] = paidLines.filter(({ kind }) => kind === "refund");
const FIVE_DAYS = Math.round((NOW - Date.parse(earlyRefund?.at ?? "")) / 1000);

/** An event that both were told of, when the second one was down. It is about a refund of the payout's. */
const twice = eventOf(4, "charge.refunded", FIVE_DAYS, {
  ...{ svcPaymentId: earlyRefund?.svcPaymentId ?? null, orderRef: earlyRefund?.orderRef ?? null },
  ...{ amountCents: -(earlyRefund?.grossCents ?? 0), currency: "usd" },
  ...{ delivery: "dead", attemptCount: 8, endpointId: BOOKS_ENDPOINT_ID },
  endpointIds: [SHOP_ENDPOINT_ID, BOOKS_ENDPOINT_ID],
});
const eventOfTwo: Schemas["RecordedEvent"] = {
  ...twice,
  body: bodyOf(twice, "ch_3QEarly"),
  deliveries: [
    {
      ...{ endpointId: SHOP_ENDPOINT_ID, delivery: "delivered", attemptCount: 1, nextAttemptAt: null },
      attempts: [attempt({ status: 204, at: secondsAgo(FIVE_DAYS - 1) })],
    },
    {
      ...{ endpointId: BOOKS_ENDPOINT_ID, delivery: "dead", attemptCount: 8, nextAttemptAt: null },
      attempts: ATTEMPT_SECONDS.map((seconds, nth) =>
        attempt({
          ...{ attempt: nth + 1, at: secondsAgo(FIVE_DAYS - seconds), error: "econnrefused" },
          ...{ payload: "service", version: 1782907200000 },
        }),
      ),
    },
  ],
};

/** All attempts of the last 24 hours, of which every count of attempts is made. */
const sentTo = (endpointId: string) =>
  recordedEvents
    .flatMap(({ id, deliveries }) =>
      deliveries
        .filter((one) => one.endpointId === endpointId)
        .flatMap(({ attempts }) => attempts.map((one) => ({ ...one, id }))),
    )
    .sort((one, other) => one.at.localeCompare(other.at));

const medianOf = (attempts: readonly Schemas["CallbackAttempt"][]): number | null => {
  const times = attempts
    .filter(({ status }) => status !== null)
    .map(({ milliseconds }) => milliseconds)
    .sort((one, other) => one - other);
  return times[Math.floor(times.length / 2)] ?? null;
};

const hours = Array.from({ length: 25 }, (_, hour) => {
  const at = `${secondsAgo((24 - hour) * HOUR).slice(0, 13)}:00:00.000Z`;
  const here = [SHOP_ENDPOINT_ID, BOOKS_ENDPOINT_ID]
    .flatMap(sentTo)
    .filter((one) => one.at.slice(0, 13) === at.slice(0, 13));
  const delivered = here.filter(({ error }) => error === null).length;
  return {
    ...{ at, delivered, failed: here.length - delivered, isComplete: true },
    medianMilliseconds: medianOf(here),
  };
});

const healthOf = (endpointId: string, all: readonly Schemas["EventSummary"][]) => {
  const own = all.filter((one) => one.endpointIds.includes(endpointId));
  const countOf = (delivery: string) => own.filter((one) => one.delivery === delivery).length;
  const sent = sentTo(endpointId);
  return {
    ...{ asOf: secondsAgo(0), since: secondsAgo(DAY), lookedBackTo: null },
    ...{ events: own.length, delivered: countOf("delivered"), waiting: 0, failing: countOf("pending") },
    ...{ dead: countOf("dead"), held: 0, answers: sent.filter(({ status }) => status !== null).length },
    ...{ p50AnswerMilliseconds: medianOf(sent), lastEventId: sent.at(-1)?.id ?? null },
  };
};
const health: Schemas["CallbackHealth"] = healthOf(SHOP_ENDPOINT_ID, events);
/** The one that failed is older than a day. */
const booksHealth: Schemas["CallbackHealth"] = { ...healthOf(BOOKS_ENDPOINT_ID, events), dead: 1 };

/** What was sold on the days of which the lists and the payouts say it: today's payments are all in the list. */
const SALES: Record<string, Record<number, readonly number[]>> = {
  usd: { ...PAID_OUT_DAYS, 0: [4999, 15_999, 6499] },
  eur: { 0: [13_999] },
};
/** Yesterday's are in the list of events; one is large. */
const REFUNDS: Record<string, Record<number, number>> = {
  usd: { 6: 3495, 4: 222_000, 2: 3495, 1: 1000 },
  eur: { 1: 5999 },
};
/** In USD, on the days on which the listed ones were opened. */
const DISPUTED: Record<number, number> = { 0: aDispute.amountCents, 2: 4999 };

const madeUpSales = (days: number, currency: string): number[] =>
  currency === "usd" ? Array<number>(7 + ((days * 5) % 7)).fill(10_490) : [7350, 7350 + days * 40];
const movedOn = (days: number, currency: string): Line[] => {
  const refundCents = REFUNDS[currency]?.[days];
  const sales = SALES[currency]?.[days] ?? madeUpSales(days, currency);
  return linesOn(days, currency, refundCents ? [...sales, -refundCents] : sales);
};
const chargesOn = (days: number, currency: string): number =>
  movedOn(days, currency).filter(({ kind, merchantsOwn }) => kind === "charge" && !merchantsOwn).length;
const allChargesOn = (days: number): number =>
  CURRENCIES.reduce((sum, currency) => sum + chargesOn(days, currency), 0);
const declinedOn = (days: number): number => 1 + (days % 3);

/** What a day's lines come to. */
const totalOn = (days: number, currency: string) => {
  const lines = movedOn(days, currency);
  const ofKind = (kind: Line["kind"]) =>
    totalOf(lines.filter((one) => one.kind === kind && !one.merchantsOwn));
  const { grossCents, platformFeesCents: takenCents, processorFeesCents } = ofKind("charge");
  const refundsCents = -ofKind("refund").grossCents;
  const platformFeesReturnedCents = ofKind("platform_fee_return").grossCents;
  const platformFeesCents = takenCents - platformFeesReturnedCents;
  const disputesCents = currency === "usd" ? (DISPUTED[days] ?? 0) : 0;
  const netCents = grossCents - refundsCents - disputesCents - platformFeesCents - processorFeesCents;
  const merchantsOwnNetCents = totalOf(lines.filter(({ merchantsOwn }) => merchantsOwn)).netCents;
  const fees = { platformFeesCents, platformFeesReturnedCents, processorFeesCents };
  const accountNetCents = netCents + merchantsOwnNetCents;
  return {
    ...{ currency, grossCents, refundsCents, disputesCents, ...fees, netCents },
    ...{ merchantsOwnNetCents, accountNetCents },
  };
};

/** Made at two o'clock in the night, and at the bank two days later. */
const payoutMade = (days: number) => ({
  createdAt: `${dayAgo(days)}T02:00:00.000Z`,
  arrivesOn: dayAgo(days - 2),
});

const payout: Schemas["Payout"] = {
  payoutId: "po_1QExample",
  status: "paid",
  currency: "usd",
  automatic: true,
  method: "standard",
  ...payoutMade(3),
  traceId: "T-0042",
  returnedAt: null,
  failureCode: null,
  composition: "complete",
  unexplainedCents: 0,
  ...payoutOf(paidLines),
};
/** On the day of the payout, money was held back on another balance, too. */
export const WITH_OTHER_BALANCE: Schemas["Payout"] = {
  ...payout,
  totals: {
    ...payout.totals,
    other_balance: { ...totalOf([]), count: 1, grossCents: -2500, netCents: -2500 },
  },
};
const nextPayout: Schemas["Payout"] = {
  ...{ ...payout, payoutId: "po_1QNext", status: "in_transit", ...payoutMade(1), traceId: null },
  ...payoutOf(paidOutLines(3)),
};
const euroPayout: Schemas["Payout"] = {
  ...{ ...payout, payoutId: "po_1QEuro", currency: "eur", ...payoutMade(5), traceId: "T-0041" },
  ...payoutOf(linesOn(7, "eur", [6999, 9999, 13_999, 5999, 9499])),
};
const failedPayout: Schemas["Payout"] = {
  ...{ ...payout, payoutId: "po_1QReturned", status: "failed", ...payoutMade(6), traceId: null },
  ...{ returnedAt: `${dayAgo(3)}T09:00:00.000Z`, failureCode: "account_closed", ...payoutOf(failedLines) },
};
const payouts = [nextPayout, payout, euroPayout, failedPayout];

/** What left the balance for the bank, and what came back from it, by how many days ago it was. */
const PAID_OUT: Record<string, Record<number, number>> = {
  usd: { 6: failedPayout.amountCents, 3: payout.amountCents, 1: nextPayout.amountCents },
  eur: { 5: euroPayout.amountCents },
};
const RETURNED: Record<string, Record<number, number>> = {
  usd: { 3: failedPayout.amountCents },
  eur: {},
};
const OPENING: Record<string, number> = { usd: 520_000, eur: 60_000 };
const STATEMENT_DAYS = [6, 5, 4, 3, 2, 1];
const CURRENCIES = ["usd", "eur"];

const balanceOn = (days: number, currency: string): Schemas["StatementSummary"]["balances"][number] => {
  const openingBalanceCents =
    days === 6 ? (OPENING[currency] ?? 0) : (balanceOn(days + 1, currency).closingBalanceCents ?? 0);
  const { accountNetCents } = totalOn(days, currency);
  const payoutsCents = PAID_OUT[currency]?.[days] ?? 0;
  const payoutsReturnedCents = RETURNED[currency]?.[days] ?? 0;
  const closingBalanceCents = openingBalanceCents + accountNetCents - payoutsCents + payoutsReturnedCents;
  return {
    ...{ currency, openingBalanceCents, accountNetCents, payoutsCents, payoutsReturnedCents },
    ...{ differenceCents: 0, closingBalanceCents },
  };
};

const summary = (days: number): Schemas["StatementSummary"] => ({
  date: dayAgo(days),
  final: true,
  generatedAt: `${dayAgo(days - 1)}T06:00:00.000Z`,
  totals: CURRENCIES.map((currency) => ({
    ...totalOn(days, currency),
    ...{ otherCents: 0, otherCount: 0, otherBalancesCents: 0 },
  })),
  balances: CURRENCIES.map((currency) => balanceOn(days, currency)),
  balanceChecked: true,
  matched: allChargesOn(days),
  merchantsOwn: movedOn(days, "usd").filter(({ merchantsOwn }) => merchantsOwn).length,
  unexplained: 0,
  differenceCount: days === 3 ? 2 : 0,
});

const balanceRow = (day: number, currency: string) => {
  const { currency: _, netCents: __, ...total } = totalOn(day, currency);
  return {
    ...{ ...total, otherCents: 0 },
    payoutsCents: day % 7 === 5 ? (currency === "usd" ? 420_000 : 60_000) : 0,
    payoutsReturnedCents: currency === "usd" && day === 14 ? 120_000 : 0,
    differenceCents: 0,
  };
};
type Moved = ReturnType<typeof balanceRow>;

const balanceRowOf = (currency: string, opening: number, rows: Moved[]): Schemas["BalanceReportRow"] => {
  const sum = (part: keyof Moved): number => rows.reduce((all, row) => all + row[part], 0);
  const parts = Object.keys(rows[0] ?? {}) as (keyof Moved)[];
  const sums = Object.fromEntries(parts.map((part) => [part, sum(part)])) as Moved;
  const { accountNetCents, payoutsCents, payoutsReturnedCents } = sums;
  return {
    ...{ ...sums, currency, openingBalanceCents: opening },
    closingBalanceCents: opening + accountNetCents - payoutsCents + payoutsReturnedCents,
  };
};

const october = (currency: string, upTo: number) =>
  Array.from({ length: upTo }, (_, day) => balanceRow(day + 1, currency));
const octoberUpTo = (currency: string, day: number) =>
  balanceRowOf(currency, OPENING[currency] ?? 0, october(currency, day));

/** Of a month that is closed: every day is final, and all of them add up to it. */
const balanceReport: Schemas["BalanceReport"] = {
  from: "2026-10-01",
  to: "2026-10-31",
  complete: true,
  missingDays: [],
  notFinalDays: [],
  balanceChecked: true,
  rows: CURRENCIES.map((currency) => octoberUpTo(currency, 31)),
  days: Array.from({ length: 31 }, (_, day) => ({
    date: `2026-10-${String(day + 1).padStart(2, "0")}`,
    final: true,
    rows: CURRENCIES.map((currency) =>
      balanceRowOf(
        currency,
        day === 0 ? (OPENING[currency] ?? 0) : (octoberUpTo(currency, day).closingBalanceCents ?? 0),
        [balanceRow(day + 1, currency)],
      ),
    ),
  })),
};

/** The same month, before its last day was final, and without one that has no statement. */
export const INCOMPLETE_MONTH: Schemas["BalanceReport"] = {
  ...balanceReport,
  complete: false,
  missingDays: ["2026-10-07"],
  notFinalDays: ["2026-10-31"],
  balanceChecked: false,
  rows: CURRENCIES.map((currency) => ({
    ...balanceRowOf(
      currency,
      0,
      october(currency, 31).filter((_, day) => day !== 6),
    ),
    ...{ openingBalanceCents: null, differenceCents: null, closingBalanceCents: null },
  })),
  days: balanceReport.days
    .filter(({ date }) => date !== "2026-10-07")
    .map((day) => ({ ...day, final: day.date !== "2026-10-31" })),
};

const { differenceCount: _, ...outline } = summary(3);
const differing = (number: number, processorPaymentIntentId: string) => ({
  ...{ svcPaymentId: paymentId(number), processorPaymentIntentId, currency: "usd" },
});
const statement: Schemas["Statement"] = {
  ...outline,
  differences: [
    {
      ...differing(31, "pi_3QExample"),
      kind: "refunds_differ",
      ledger: facts,
      processor: healed,
      healed: true,
    },
    { ...differing(32, "pi_3QOther"), kind: "not_in_ledger", ledger: null, processor: facts, healed: false },
  ],
  differencesOmitted: 0,
  unreachableAccounts: [],
  payouts: [brief(payout)],
  payoutsReturned: [brief(failedPayout)],
};

const OWN_SESSION_ID = `ses_${"A".repeat(26)}07${"B".repeat(8)}`;

export const aSession = (access: Schemas["ConsoleSession"]["access"]) => ({
  sessionId: OWN_SESSION_ID,
  access,
  may: Object.fromEntries(
    rightEndsOf({ access, endsAt: 0 }).map(([right]) => [
      right,
      secondsAgo(right === "setup" ? -15 * MINUTE : -HOUR),
    ]),
  ),
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
  sessionId: `ses_${"A".repeat(22)}k3Fm0${number}${"C".repeat(8)}`,
  access: "finance",
  may: {},
  state: "live",
  madeBy: "key",
  keyId: `key_${"A".repeat(22)}k3Fm`,
  reason: null,
  createdAt: secondsAgo(number * 600),
  enteredAt: secondsAgo(number * 600 - 20),
  endedAt: null,
  expiresAt: secondsAgo(-3600),
  ...given,
});

const hour = (number: number) => secondsAgo(number * 600 - 20 - HOUR);

const sessions = [
  listedSession(0, {
    ...{ sessionId: OWN_SESSION_ID, access: "owner", expiresAt: secondsAgo(-8 * HOUR) },
    ...{ createdAt: secondsAgo(40), enteredAt: secondsAgo(0) },
    may: { manage: secondsAgo(-HOUR), money: secondsAgo(-HOUR), setup: secondsAgo(-15 * MINUTE) },
  }),
  listedSession(4, {
    ...{ access: "owner", state: "offered", enteredAt: null, expiresAt: secondsAgo(-120) },
    ...{ createdAt: secondsAgo(180), may: { manage: null, money: null, setup: null } },
  }),
  listedSession(1, {
    ...{ madeBy: "operator", keyId: null, reason: "Ticket 4711: callbacks <b>do not</b> arrive" },
    expiresAt: hour(1),
  }),
  listedSession(2, { access: "developer", may: { manage: hour(2), setup: secondsAgo(280) } }),
  listedSession(3, {
    ...{ access: "developer", state: "ended", createdAt: secondsAgo(7500), enteredAt: secondsAgo(7400) },
    ...{ endedAt: secondsAgo(7000), may: { manage: secondsAgo(3800), setup: secondsAgo(6500) } },
  }),
  listedSession(5, {
    ...{ state: "expired", createdAt: secondsAgo(10 * HOUR), enteredAt: secondsAgo(10 * HOUR - 20) },
    expiresAt: secondsAgo(2 * HOUR),
  }),
];

const keys = [
  {
    idEnd: "x7Q2",
    label: "web shop",
    preset: "checkout",
    scopes: ["payments:read", "payments:write"],
    isLive: true,
  },
  { idEnd: "k3Fm", label: "back office", preset: "full", scopes: ["payments:read", "console"], isLive: true },
  { idEnd: "0Ab9", label: null, preset: "full", scopes: ["payments:read", "console"], isLive: false },
].map((key) => ({
  ...{ ...key, createdAt: secondsAgo(40 * DAY) },
  endsAt: key.isLive ? null : secondsAgo(12 * DAY),
}));

const needs = (
  kind: Schemas["Attention"]["kind"],
  subject: Schemas["Attention"]["subject"],
  given: Partial<Schemas["Attention"]>,
): Schemas["Attention"] => ({
  attentionId: kind === "refund_failed" ? `att_${subject.refundId}` : null,
  kind,
  subject,
  ...{ orderRef: null, amountCents: null, currency: null, dueBy: null, replacement: null },
  since: secondsAgo(DAY),
  advice: "Capture it: POST /v1/payments/{id}/capture.",
  ...given,
});

const aboutPayment = (number: number) => {
  const { orderRef, amountCents, currency } = listedPayment(number);
  return { orderRef, amountCents, currency };
};

const attention: Schemas["Attention"][] = [
  needs(
    "endpoint_failing",
    { endpointOrigin: "https://shop.example.com", endpointId: SHOP_ENDPOINT_ID },
    { since: secondsAgo(FAILING_SECONDS) },
  ),
  needs("refund_failed", { svcPaymentId: paymentId(14), refundId: "re_1QExample" }, aboutPayment(14)),
  ...[1, 5].map((number) => {
    const { captureBefore: dueBy, createdAt: since } = listedPayment(number);
    return needs(
      "hold_expiring",
      { svcPaymentId: paymentId(number) },
      { ...aboutPayment(number), dueBy, since },
    );
  }),
  needs(
    "dispute_response_due",
    { svcPaymentId: paymentId(6), disputeId: aDispute.disputeId },
    { ...aboutPayment(6), dueBy: aDispute.dueBy, since: secondsAgo(6 * HOUR) },
  ),
  needs(
    "payout_failed",
    { payoutId: failedPayout.payoutId },
    { amountCents: failedPayout.amountCents, currency: "usd", since: failedPayout.returnedAt ?? "" },
  ),
];

const salesOn = (days: number, currency: string) => {
  const { grossCents, refundsCents, disputesCents } = totalOn(days, currency);
  return { currency, payments: chargesOn(days, currency), grossCents, refundsCents, disputesCents };
};

const settledOn = (days: number, currency: string) => {
  const { platformFeesCents, processorFeesCents, accountNetCents, merchantsOwnNetCents } = totalOn(
    days,
    currency,
  );
  const payoutsCents = (PAID_OUT[currency]?.[days] ?? 0) - (RETURNED[currency]?.[days] ?? 0);
  const net = { netCents: accountNetCents, outsideCents: merchantsOwnNetCents };
  return { currency, platformFeesCents, processorFeesCents, ...net, payoutsCents };
};

/** A week as its statements say, and today as its payments do. */
const overview = {
  asOf: secondsAgo(0),
  sales: {
    currencies: CURRENCIES,
    days: [...STATEMENT_DAYS, 0].map((days) => ({
      ...{ date: dayAgo(days), isFinal: days > 0, isComplete: true },
      totals: CURRENCIES.map((currency) => salesOn(days, currency)),
    })),
  },
  balance: {
    currencies: CURRENCIES,
    days: [
      ...STATEMENT_DAYS.map((days) => ({
        ...{ date: dayAgo(days), isFinal: true },
        totals: CURRENCIES.map((currency) => settledOn(days, currency)),
      })),
      { date: dayAgo(0), isFinal: false, totals: null },
    ],
    closing: {
      date: dayAgo(1),
      currencies: CURRENCIES.map((currency) => ({
        currency,
        closingBalanceCents: balanceOn(1, currency).closingBalanceCents ?? 0,
      })),
    },
  },
  attempts: {
    days: [
      ...STATEMENT_DAYS.map((days) => ({
        ...{ date: dayAgo(days), approved: allChargesOn(days), declined: declinedOn(days), isComplete: true },
      })),
      { date: dayAgo(0), approved: 6, declined: 2, isComplete: true },
    ],
    reasons: [
      { code: "insufficient_funds", count: 6 },
      { code: "generic_decline", count: 3 },
      { code: "expired_card", count: 2 },
      { code: "incorrect_cvc", count: 2 },
      { code: "lost_card", count: 1 },
    ],
    from: `${dayAgo(6)}T00:00:00.000Z`,
    isComplete: true,
  },
  webhooks: {
    hours,
    failedInAll: health.dead + booksHealth.dead,
    from: secondsAgo(24 * HOUR),
    isComplete: true,
  },
  payouts: { next: brief(nextPayout), last: brief(payout) },
} satisfies OverviewView;

/** As the processor has it now: what was paid today is pending, after its fees. */
const balance: LiveBalanceView = {
  asOf: secondsAgo(0),
  currencies: CURRENCIES.map((currency) => ({
    currency,
    availableCents: balanceOn(1, currency).closingBalanceCents ?? 0,
    pendingCents: totalOf(movedOn(0, currency)).netCents,
  })),
};

function brief({ payoutId, status, amountCents, currency, arrivesOn }: Schemas["Payout"]) {
  return { payoutId, status, amountCents, currency, arrivesOn };
}

/** That may not be paid out yet. */
export const INCOMPLETE_ACCOUNT: Schemas["Onboarding"] = {
  ...{ processorAccountId: "acct_1QExample", onboardingStatus: "charges_only" },
  ...{ chargesEnabled: true, payoutsEnabled: false },
  requirements: "external_account, individual.verification.document",
};

/** By the path behind /console/v1/. */
export const FULL: Record<string, unknown> = {
  overview,
  attention,
  payments,
  [`payments/${paymentId(0)}`]: listedPayment(0),
  [`payments/${paymentId(0)}/timeline`]: [],
  [`payments/${paymentId(1)}`]: payment,
  [`payments/${paymentId(1)}/details`]: {
    ...{ method: null, decline: null, captureBefore: null, statementDescriptor: null, fees: null },
  },
  [`payments/${paymentId(1)}/timeline`]: timeline,
  events,
  ...Object.fromEntries(recordedEvents.map((one) => [`events/${one.id}`, one])),
  "events/evt_1Q4": eventOfTwo,
  "callback-endpoints": [endpoint, booksEndpoint],
  [`callback-endpoints/${endpoint.id}`]: endpoint,
  [`callback-endpoints/${endpoint.id}/health`]: health,
  [`callback-endpoints/${booksEndpoint.id}`]: booksEndpoint,
  [`callback-endpoints/${booksEndpoint.id}/health`]: booksHealth,
  "onboarding/status": {
    ...{ processorAccountId: "acct_1QExample", onboardingStatus: "enabled" },
    ...{ chargesEnabled: true, payoutsEnabled: true, requirements: null },
  } satisfies Schemas["Onboarding"],
  "wallet-domains": [
    {
      ...{ id: "pmd_1QExample", domainName: "shop.example.com", enabled: true },
      wallets: [
        { wallet: "apple_pay", status: "active", problem: null },
        { wallet: "google_pay", status: "active", problem: null },
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
  statements: STATEMENT_DAYS.toReversed().map(summary),
  [`statements/${DIFFERING_DAY}`]: statement,
  "reports/balance": balanceReport,
  payouts,
  "payouts/po_1QReturned": failedPayout,
  "payouts/po_1QExample": payout,
  "payouts/po_1QExample/lines": paidLines,
  "payouts/po_1QReturned/lines": failedLines,
  disputes,
  "console-sessions": sessions,
  keys,
  balance,
};

/** A merchant who has only just begun. */
export const EMPTY: Record<string, unknown> = {
  balance: { ...balance, currencies: [] } satisfies LiveBalanceView,
  overview: {
    ...overview,
    sales: { currencies: [], days: overview.sales.days.map((day) => ({ ...day, totals: [] })) },
    attempts: {
      ...{ ...overview.attempts, reasons: [] },
      days: overview.attempts.days.map((day) => ({ ...day, approved: 0, declined: 0 })),
    },
    webhooks: {
      ...{ ...overview.webhooks, failedInAll: 0 },
      hours: hours.map((one) => ({ ...one, delivered: 0, failed: 0, medianMilliseconds: null })),
    },
    balance: {
      currencies: [],
      days: overview.balance.days.map(({ date }) => ({ date, isFinal: false, totals: null })),
      closing: null,
    },
    payouts: { next: null, last: null },
  } satisfies OverviewView,
  attention: [],
  payments: [],
  events: [],
  "callback-endpoints": [],
  "onboarding/status": {
    ...{ processorAccountId: null, onboardingStatus: "not_started", requirements: null },
    ...{ chargesEnabled: false, payoutsEnabled: false },
  } satisfies Schemas["Onboarding"],
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

/** What the service finds under the list's filters, one page of it. */
export function paymentsFound(query: Record<string, string>, has: Record<string, unknown>) {
  const { search, status, delivery, customer, since, until, startingAfter, limit = "100" } = query;
  const all = ((has.payments ?? []) as Schemas["PaymentListItem"][]).filter(
    (payment) =>
      (!search || isFoundBy(search, { ...payment, ...written(payment) })) &&
      (!status || isHeadlineOf(headlineNameOf(payment), status)) &&
      (!delivery || (payment.delivery ?? "none") === delivery) &&
      (!customer || payment.customerRef === customer) &&
      (!since || payment.createdAt >= since) &&
      (!until || payment.createdAt < until),
  );
  const from = all.findIndex(({ svcPaymentId }) => svcPaymentId === startingAfter) + 1;
  const payments = all.slice(from, from + Number(limit));
  const hasMore = from + payments.length < all.length;
  return { payments, next: hasMore ? (payments.at(-1)?.svcPaymentId ?? null) : null, searchedTo: null };
}

const written = ({ customerRef, description }: Schemas["PaymentListItem"]) => ({
  customerRef: customerRef ?? undefined,
  description: description ?? undefined,
});

export const paymentsTotal = (query: Record<string, string>, has: Record<string, unknown>) =>
  totalsOf(paymentsFound(query, has).payments);
