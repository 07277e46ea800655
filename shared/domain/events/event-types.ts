import { keysOf } from "../values.ts";

export const PAYLOADS = ["processor", "service"] as const;
export type Payload = (typeof PAYLOADS)[number];

/**
 * Every event type that a merchant can choose, by the name that is chosen and stored: the processor's, and ours for
 * events of our own. A new type is a new row here; `GET /v1/event-types`, the choice, the types that are followed and
 * asked for, and the redaction read it. contract/callbacks.ts then wants the shape of its body.
 */
export const EVENT_TYPES = {
  "payment_intent.succeeded": {
    service: "payment.succeeded",
    about: "payment",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "Payment completed; safe to fulfill.",
  },
  "payment_intent.processing": {
    service: "payment.processing",
    about: "payment",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "Asynchronous payment (for example bank debit) is pending; do not fulfill yet.",
  },
  "payment_intent.payment_failed": {
    service: "payment.failed",
    about: "payment",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "Payment failed.",
  },
  "payment_intent.amount_capturable_updated": {
    service: "payment.authorized",
    about: "payment",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "A manual-capture authorization is ready to capture.",
  },
  "payment_intent.canceled": {
    service: "payment.canceled",
    about: "payment",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "The payment was canceled.",
  },
  "charge.refunded": {
    service: "payment.refunded",
    about: "payment",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "A refund was issued (full or partial).",
  },
  "charge.dispute.created": {
    service: "dispute.created",
    about: "dispute",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "A dispute or chargeback was opened.",
  },
  "charge.dispute.closed": {
    service: "dispute.closed",
    about: "dispute",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "A dispute was resolved (won or lost).",
  },
  "account.updated": {
    service: "account.updated",
    about: "account",
    maker: "processor",
    defaultFor: PAYLOADS,
    meaning: "A merchant's onboarding or capability state changed.",
  },
  "refund.failed": {
    service: "refund.failed",
    about: "refund",
    maker: "processor",
    defaultFor: ["service"],
    meaning: "A refund failed after it was issued: the customer has not received the money.",
  },
  "charge.dispute.updated": {
    service: "dispute.updated",
    about: "dispute",
    maker: "processor",
    defaultFor: [],
    meaning: "A dispute changed, for example an inquiry became a chargeback.",
  },
  "radar.early_fraud_warning.created": {
    service: "payment.fraud_warning",
    about: "payment",
    maker: "processor",
    defaultFor: [],
    meaning: "The card's bank suspects fraud: a refund now prevents a dispute.",
  },
  "payout.paid": {
    service: "payout.paid",
    about: "payout",
    maker: "processor",
    defaultFor: [],
    meaning: "A payout has arrived at your bank.",
  },
  "payout.failed": {
    service: "payout.failed",
    about: "payout",
    maker: "processor",
    defaultFor: [],
    meaning: "A payout came back from your bank, possibly days after it was paid.",
  },
  "payment.hold_expiring": {
    service: "payment.hold_expiring",
    about: "payment",
    maker: "service",
    defaultFor: [],
    meaning: "A hold expires within a day: capture it, or let it expire.",
  },
  "dispute.response_due": {
    service: "dispute.response_due",
    about: "dispute",
    maker: "service",
    defaultFor: [],
    meaning: "A dispute needs a response within three days.",
  },
  "payment.updated": {
    service: "payment.updated",
    about: "payment",
    maker: "service",
    defaultFor: ["service"],
    meaning: "A payment has changed, whatever other events tell of it.",
  },
  "payout.updated": {
    service: "payout.updated",
    about: "payout",
    maker: "service",
    defaultFor: ["service"],
    meaning: "A payout has changed, or its breakdown is known.",
  },
  "report.ready": {
    service: "report.ready",
    about: "report",
    maker: "service",
    defaultFor: [],
    meaning: "Every day of a month has its final statement: the month's reports are complete.",
  },
} as const satisfies Record<string, EventTypeRow>;

type EventTypeRow = {
  /** Its name in the service payload; no two types share one. */
  service: string;
  /** An event about a refund or a dispute is about its payment too. */
  about: "payment" | "refund" | "dispute" | "payout" | "account" | "report";
  /** Ours are made by the service, and have one body under both payloads. */
  maker: "processor" | "service";
  /**
   * With which payloads an endpoint that has chosen nothing is told of it. With the processor's these are the nine that
   * were agreed on at first, and never more. With the service's also what a receiver needs to keep its copies current.
   */
  defaultFor: readonly Payload[];
  meaning: string;
};

export type EventType = keyof typeof EVENT_TYPES;

export const EVENT_NAMES = keysOf(EVENT_TYPES);

/** undefined: it cannot be chosen. */
export const rowOf = (type: string): EventTypeRow | undefined =>
  isChoosable(type) ? EVENT_TYPES[type] : undefined;

export type ProcessorEventType = {
  [Type in EventType]: (typeof EVENT_TYPES)[Type]["maker"] extends "processor" ? Type : never;
}[EventType];

const isProcessors = (type: EventType): type is ProcessorEventType => EVENT_TYPES[type].maker === "processor";

export const PROCESSOR_EVENTS: readonly ProcessorEventType[] = EVENT_NAMES.filter(isProcessors);

/**
 * Events that only the ledger follows: a buyer is asked for consent, a refund is made or its state changes, a dispute takes the
 * money, an account can leave, a payout's lines are listed. They cannot be chosen.
 */
export const APPLIED_EVENTS = [
  "payment_intent.requires_action",
  "refund.created",
  "refund.updated",
  "charge.dispute.funds_withdrawn",
  "account.application.deauthorized",
  "payout.reconciliation_completed",
] as const;

export const FOLLOWED_EVENTS: readonly (EventType | (typeof APPLIED_EVENTS)[number])[] = [
  ...PROCESSOR_EVENTS,
  ...APPLIED_EVENTS,
];

/** The processor's list of events takes no more types in one request. */
const MAX_LISTED_TYPES = 20;

/** What one list of events is asked for, list by list. */
export const typeLists = (types: readonly string[] = FOLLOWED_EVENTS): string[][] =>
  Array.from({ length: Math.ceil(types.length / MAX_LISTED_TYPES) }, (_, nth) =>
    types.slice(nth * MAX_LISTED_TYPES, (nth + 1) * MAX_LISTED_TYPES),
  );

/**
 * Thin events about accounts that v2 has made, of which v1 may tell nothing. They come from a destination of their own and
 * are no part of the pull. Each becomes an `account.updated`.
 */
const THIN_EVENTS: readonly string[] = [
  "v2.core.account[requirements].updated",
  "v2.core.account[configuration.merchant].capability_status_updated",
  "v2.core.account.closed",
];

export const isFollowedThin = (type: string): boolean => THIN_EVENTS.includes(type);

/** Sent on request, whether it was chosen or not. */
export const TEST_EVENT_TYPE = "callback.test";

export const RECORDED_EVENTS: readonly (
  | EventType
  | (typeof APPLIED_EVENTS)[number]
  | typeof TEST_EVENT_TYPE
)[] = [...EVENT_NAMES, ...APPLIED_EVENTS, TEST_EVENT_TYPE];

export const isChoosable = (type: string): type is EventType => Object.hasOwn(EVENT_TYPES, type);

export const isFollowed = (type: string): boolean => (FOLLOWED_EVENTS as readonly string[]).includes(type);

/** The test event is about nothing. */
export const hasSubject = (type: string): boolean => isFollowed(type) || isChoosable(type);

/** Of an endpoint: without events, or with null, it has the default ones of its payload; an empty list is none. */
export type EventChoice = { events?: readonly string[] | null; payload?: Payload };

export function isChosen(type: string, { events, payload = "processor" }: EventChoice): boolean {
  const row = rowOf(type);
  return row !== undefined && (events ? events.includes(type) : row.defaultFor.includes(payload));
}
