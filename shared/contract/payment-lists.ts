import * as z from "zod/mini";
import { APPLIED_OUTCOMES, DELIVERY_STATES } from "../domain/events/event.ts";
import { described, named } from "./described.ts";
import {
  endpointId,
  eventId,
  intentId,
  paymentId,
  payoutId,
  text,
  time,
  timestamp,
  traceId,
} from "./fields.ts";
import { exampleFullPayment, FailedRefund, FullPayment, PaymentDispute } from "./full-payment.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";
import { PaymentFacts } from "./payment-facts.ts";
import { PAYMENTS, PaymentStatus } from "./payment-fields.ts";

// In a file of their own: what moves money need not load them.

const common = { at: described("When it happened.", timestamp), traceId };

const aboutEvent = {
  eventId,
  type: described("The event's type, for example payment_intent.succeeded.", z.string()),
};

const ApiCall = named(
  "TimelineApiCall",
  "A request to this API that changed the payment.",
  z.strictObject({
    kind: described("The kind of entry.", z.literal("api_call")),
    ...common,
    operation: described("The operation.", z.enum(["create", "charge", "capture", "cancel", "refund"])),
    amountCents: described("The amount.", z.int()),
    reason: z.optional(described("For a refund: the reason, if one was given.", z.string())),
    feePolicy: z.optional(
      described(
        "On creations: the policy that determined the fee.",
        z.strictObject({
          number: described("The policy's number; 0 is the platform's default.", z.int()),
          text: described("The policy's text; null if it is no longer stored.", z.nullable(z.string())),
        }),
      ),
    ),
  }),
);

const Reconciled = named(
  "TimelineReconciled",
  "A daily statement found that the payment was outdated, and updated it from the processor.",
  z.strictObject({
    kind: described("The kind of entry.", z.literal("reconciled")),
    ...common,
    before: described("The payment before.", PaymentFacts),
    after: described("The payment after it, as the processor has it.", PaymentFacts),
    reason: z.optional(
      described(
        "Why no event brought the change. `edited_metadata`: the intent's metadata no longer names the payment.",
        z.literal("edited_metadata"),
      ),
    ),
  }),
);

const FeeReturned = named(
  "TimelineFeeReturned",
  "A daily statement found that part of the platform's fee was returned to you. There is one entry, with the latest total.",
  z.strictObject({
    kind: described("The kind of entry.", z.literal("fee_returned")),
    ...common,
    at: described("When the statement found it.", timestamp),
    amountCents: described("The total fee that was returned, in the smallest currency unit.", z.int()),
  }),
);

const ProcessorEvent = named(
  "TimelineProcessorEvent",
  "An event that the processor sent about the payment.",
  z.strictObject({
    kind: described("The kind of entry.", z.literal("processor_event")),
    ...common,
    at: described("When it happened, by the processor's clock, in whole seconds.", timestamp),
    receivedAt: described("When it was received.", timestamp),
    ...aboutEvent,
    applied: described(
      "What it did to the ledger: applied or unchanged, or why it was not applied.",
      z.enum([...APPLIED_OUTCOMES, "not_finished"]),
    ),
    delivery: described(
      "The state of its callback, at the endpoint where it is worst; none: no callback is sent.",
      z.enum(DELIVERY_STATES),
    ),
    endpointId: z.optional(described("Whose state is shown.", endpointId)),
    declineCode: described(
      "Why the attempt to pay failed, in the processor's words; null on other events.",
      z.nullable(z.string()),
    ),
    refundedCents: described(
      "The total refunded amount at that time; null on events that are not about refunds.",
      z.nullable(z.int()),
    ),
    captureBefore: described(
      "Until when the hold can be captured; null on events that are not about a hold.",
      z.nullable(timestamp),
    ),
    cancellationReason: z.optional(
      described("The processor's reason for the cancellation; expired: the hold expired.", z.string()),
    ),
    dispute: z.optional(described("On events about a dispute: the dispute at that time.", PaymentDispute)),
    refund: z.optional(
      described(
        "On events about a refund: the refund at that time. On charge.refunded: the newest refund that was still pending.",
        z.strictObject({
          ...FailedRefund.shape,
          status: described("succeeded, pending, requires_action, failed or canceled.", z.string()),
        }),
      ),
    ),
  }),
);

const CallbackAttempt = named(
  "TimelineCallbackAttempt",
  "An attempt to send an event to your server.",
  z.strictObject({
    kind: described("The kind of entry.", z.literal("callback_attempt")),
    ...common,
    ...aboutEvent,
    endpointId: described("To which callback endpoint.", endpointId),
    attempt: described("1 to 8; a redelivery starts again at 1.", z.int()),
    milliseconds: described("How long it took.", z.int()),
    status: described("Your server's HTTP status; null if it did not respond.", z.nullable(z.int())),
    error: described("Why it failed; null if it did not.", z.nullable(z.string())),
    nextAttemptAt: described("When the next attempt is due; null if there is none.", z.nullable(timestamp)),
    version: described(
      "The payment's version in the body; null with the processor's payload.",
      z.nullable(z.int()),
    ),
  }),
);

const PaidOut = named(
  "TimelinePayout",
  "The payout that contains the payment's money, as it is now. Searched within 62 days of the charge.",
  z.strictObject({
    kind: described("The kind of entry.", z.literal("payout")),
    at: described("When the payout was created.", timestamp),
    payoutId,
    status: described("The payout's status at the processor.", z.string()),
    arrivesOn: described("The day on which it is expected at your bank, in UTC.", z.iso.date()),
    failureCode: described("The failure code; null if it has not failed.", z.nullable(z.string())),
  }),
);

export const TimelineEntry = named(
  "TimelineEntry",
  "One thing that happened to a payment. More kinds may be added: ignore kinds that you do not know.",
  z.discriminatedUnion("kind", [ApiCall, Reconciled, FeeReturned, ProcessorEvent, CallbackAttempt, PaidOut]),
);

export const PaymentListItem = named(
  "PaymentListItem",
  "A payment in a list. include=delivery adds what its last events say.",
  z.strictObject({
    ...FullPayment.shape,
    delivery: z.optional(
      described(
        "With include=delivery: the state of the last callback for this payment, at the endpoint where it is worst: " +
          "dead, pending after a failed attempt, held, pending, delivered. null if there is none yet.",
        z.nullable(z.enum(DELIVERY_STATES)),
      ),
    ),
    paidAt: z.optional(
      described(
        "With include=delivery: when it was paid or captured, from events of the last 90 days. On this day (UTC) it counts " +
          "as a sale. null if it is not paid, or the event is no longer stored.",
        z.nullable(timestamp),
      ),
    ),
    deliveryAttempts: z.optional(
      described(
        "With include=delivery: how many attempts of that callback have ended since it was last (re)delivered.",
        z.int(),
      ),
    ),
    method: z.optional(
      described(
        "With include=delivery: the payment method that was used or tried last, from events of the last 90 days; " +
          "null if they do not contain it. In the console also from its charge.",
        z.nullable(
          z.strictObject({
            type: described("The processor's name for it, for example card or us_bank_account.", z.string()),
            brand: described("The card's brand or the bank's name, if known.", z.nullable(z.string())),
            last4: described(
              "The last four digits, if known. Hidden from operators.",
              z.nullable(z.string()),
            ),
          }),
        ),
      ),
    ),
    lastDecline: z.optional(
      described(
        "With include=delivery: why the last attempt to pay failed, in the processor's words. null if none " +
          "failed, or if the payment has progressed since.",
        z.nullable(z.string()),
      ),
    ),
    cancellationReason: z.optional(
      described(
        "With include=delivery: why it was canceled, in the processor's words; expired: the hold expired. null if " +
          "it was not canceled, or no reason is known.",
        z.nullable(z.string()),
      ),
    ),
  }),
);

export const listPayments = {
  name: "list-payments",
  method: "GET",
  path: "/v1/payments",
  scope: "payments:read",
  console: "read",
  tag: PAYMENTS,
  summary: "List payments",
  description:
    "If you filter by status, customerRef or trouble, the service searches until the page is full. A search stops after " +
    "about a thousand payments. Then the Svc-Searched-To header says how far back it searched, and the Link " +
    "header continues the search.",
  query: z
    .strictObject({
      ...pageQuery(paymentId).shape,
      orderRef: z.optional(described("Only payments with exactly this orderRef.", text())),
      customerRef: z.optional(
        described(
          "Only payments of exactly this customerRef. An operator's session cannot filter by it.",
          text(),
        ),
      ),
      svcPaymentId: z.optional(described("Only this payment.", paymentId)),
      processorPaymentIntentId: z.optional(
        described(
          "Only the payment of this intent. It may be found only some seconds after it was created.",
          intentId,
        ),
      ),
      status: z.optional(described("Only payments with this status.", PaymentStatus)),
      trouble: z.optional(
        described(
          "Only payments with a dispute, or with a failed refund.",
          z.enum(["disputed", "refund_failed"]),
        ),
      ),
      include: z.optional(
        described(
          "delivery: adds the state of each payment's last callback, what it was paid with, and why the last attempt failed. " +
            "The key also needs the scope events:read.",
          z.enum(["delivery"]),
        ),
      ),
      since: z.optional(described("Only payments created at or after this time.", time)),
      until: z.optional(described("Only payments created before this time.", time)),
    })
    .check(
      z.refine(({ since, until }) => since === undefined || until === undefined || since < until, {
        error: "must be later than since.",
        path: ["until"],
      }),
    ),
  answers: {
    200: {
      ...page(PaymentListItem, [exampleFullPayment]),
      searched: true,
    },
  },
  budget: "ledger",
  failures: [...COMMON_FAILURES, ...PROCESSOR_FAILURES],
} as const satisfies Operation;

export const getPaymentTimeline = {
  name: "get-payment-timeline",
  method: "GET",
  path: "/v1/payments/{id}/timeline",
  pathParameters: { id: paymentId },
  scope: "events:read",
  console: "read",
  tag: PAYMENTS,
  summary: "Retrieve a payment's timeline",
  description:
    "Completed API calls, the processor's events with their results, every attempt to send a callback, corrections and " +
    "returned fees that a statement found, and the payout that contains the money. Entries are in order of time; an event " +
    "that arrived late is at the time when the processor created it. Of more than 200 events the oldest are omitted.",
  answers: {
    200: {
      description: "The entries, in order of time.",
      schema: z.array(TimelineEntry),
      example: [
        {
          kind: "api_call",
          at: "2026-07-01T12:00:00.000Z",
          traceId: "9e1b2c3d-0000-4000-8000-000000000001",
          operation: "create",
          amountCents: 4999,
          feePolicy: { number: 3, text: "2.5% + 0.30 USD" },
        },
        {
          kind: "callback_attempt",
          at: "2026-07-01T12:00:09.000Z",
          traceId: "9e1b2c3d-0000-4000-8000-000000000002",
          eventId: "evt_1QExample",
          type: "payment_intent.succeeded",
          endpointId: "ep_5f2b8c1de0a94b73",
          attempt: 1,
          milliseconds: 84,
          status: 204,
          error: null,
          nextAttemptAt: null,
          version: null,
        },
      ],
    },
  },
  budget: "ledger",
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
