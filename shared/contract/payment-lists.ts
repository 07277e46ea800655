import * as z from "zod/mini";
import { APPLIED_OUTCOMES, DELIVERY_STATES } from "../domain/events/event.ts";
import { described, named } from "./described.ts";
import {
  eventId,
  intentId,
  nullableText,
  paymentId,
  payoutId,
  text,
  time,
  timestamp,
  traceId,
} from "./fields.ts";
import { COMMON_FAILURES, type Operation, PROCESSOR_FAILURES } from "./operation.ts";
import { page, pageQuery } from "./paging.ts";
import { PaymentFacts } from "./payment-facts.ts";
import { examplePayment, PAYMENTS, Payment, PaymentStatus } from "./payment-fields.ts";

// In a file of their own: what moves money need not load them.

const common = { at: described("When it happened.", timestamp), traceId };

const aboutEvent = {
  eventId,
  type: described("The event's type, for example payment_intent.succeeded.", z.string()),
};

const ApiCall = named(
  "TimelineApiCall",
  "A request to this API that did something to the payment.",
  z.strictObject({
    kind: described("Which kind of entry this is.", z.literal("api_call")),
    ...common,
    operation: described("What was asked for.", z.enum(["create", "capture", "cancel", "refund"])),
    amountCents: described("For how much.", z.int()),
    refundStatus: z.optional(
      described(
        "Of a refund that was not settled at once: pending or requires_action, in the processor's words.",
        z.string(),
      ),
    ),
    feePolicy: z.optional(
      described(
        "The policy that made the fee, on creations since policies are numbered.",
        z.strictObject({
          number: described("Counts your policies; 0 is the platform's default.", z.int()),
          text: described("What it said; null where that is no longer kept.", z.nullable(z.string())),
        }),
      ),
    ),
  }),
);

const Reconciled = named(
  "TimelineReconciled",
  "A daily statement found the payment behind the processor, and brought it in line.",
  z.strictObject({
    kind: described("Which kind of entry this is.", z.literal("reconciled")),
    ...common,
    before: described("What stood here.", PaymentFacts),
    after: described("What the processor said, and stands here since.", PaymentFacts),
    reason: z.optional(
      described(
        "Why no event has told: `edited_metadata`, where the intent's metadata no longer names the payment.",
        z.literal("edited_metadata"),
      ),
    ),
  }),
);

const FeeReturned = named(
  "TimelineFeeReturned",
  "A daily statement found that fee of ours has come back to you. There is one entry, with the newest sum.",
  z.strictObject({
    kind: described("Which kind of entry this is.", z.literal("fee_returned")),
    ...common,
    at: described("When the statement found it.", timestamp),
    amountCents: described("What of the fee has come back in all, in the smallest currency unit.", z.int()),
  }),
);

export const PaymentDispute = named(
  "PaymentDispute",
  "A dispute of the payment, in the processor's words.",
  z.strictObject({
    disputeId: described("The dispute at the processor.", z.string()),
    status: described("Where it stands, for example needs_response, won or lost.", z.string()),
    reason: described("What the buyer complains of.", z.string()),
    amountCents: described("What is disputed, in the smallest currency unit.", z.int()),
    dueBy: described(
      "Until when an answer is taken, while one is wanted; null otherwise.",
      z.nullable(timestamp),
    ),
  }),
);

const FailedRefund = named(
  "FailedRefund",
  "A refund that gave nothing back.",
  z.strictObject({
    refundId: described("The refund at the processor.", z.string()),
    amountCents: described("What it was to give back, in the smallest currency unit.", z.int()),
    failureReason: described("Why it failed, in the processor's words.", z.nullable(z.string())),
  }),
);

const ProcessorEvent = named(
  "TimelineProcessorEvent",
  "An event that the processor sent about the payment.",
  z.strictObject({
    kind: described("Which kind of entry this is.", z.literal("processor_event")),
    ...common,
    at: described("When it happened, by the processor's clock, which counts whole seconds.", timestamp),
    receivedAt: described("When it came in.", timestamp),
    ...aboutEvent,
    applied: described(
      "What became of it in the ledger: applied or unchanged, or why it was not taken.",
      z.enum([...APPLIED_OUTCOMES, "not_finished"]),
    ),
    delivery: described("Where its callback stands; none: there is none to send.", z.enum(DELIVERY_STATES)),
    declineCode: described(
      "Why the attempt to pay failed, in the processor's words; null on other events.",
      z.nullable(z.string()),
    ),
    refundedCents: described(
      "What had been refunded in all by then; null on events that are not about refunds.",
      z.nullable(z.int()),
    ),
    captureBefore: described(
      "Until when the hold can be captured; null on events that are not about a hold.",
      z.nullable(timestamp),
    ),
    cancellationReason: z.optional(
      described("Why it was canceled, in the processor's words; expired: the hold ran out.", z.string()),
    ),
    dispute: z.optional(described("On events about a dispute: how it stood then.", PaymentDispute)),
    refund: z.optional(
      described(
        "On events that tell how a refund fares: how it stood then.",
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
  "An attempt to tell your server of an event.",
  z.strictObject({
    kind: described("Which kind of entry this is.", z.literal("callback_attempt")),
    ...common,
    ...aboutEvent,
    attempt: described("1 to 8; redelivery counts afresh.", z.int()),
    milliseconds: described("How long it took.", z.int()),
    status: described("What your server answered; null if nothing.", z.nullable(z.int())),
    error: described("Why it failed; null if it did not.", z.nullable(z.string())),
    nextAttemptAt: described("When it will be tried again; null if it will not.", z.nullable(timestamp)),
    version: described(
      "The version of the payment that the body showed; null with the processor's payload.",
      z.nullable(z.int()),
    ),
  }),
);

const PaidOut = named(
  "TimelinePayout",
  "The payment's money left for your bank, by a payout as it stands now. Looked for within 30 days of the charge.",
  z.strictObject({
    kind: described("Which kind of entry this is.", z.literal("payout")),
    at: described("When the payout was made.", timestamp),
    payoutId,
    status: described("The payout's, in the processor's words.", z.string()),
    arrivesOn: described("The day on which it is expected at your bank, in UTC.", z.iso.date()),
    failureCode: described("Why it failed; null where it has not.", z.nullable(z.string())),
  }),
);

export const TimelineEntry = named(
  "TimelineEntry",
  "One thing that happened to a payment. More kinds may be added: ignore those that you do not know.",
  z.discriminatedUnion("kind", [ApiCall, Reconciled, FeeReturned, ProcessorEvent, CallbackAttempt, PaidOut]),
);

export const PaymentListItem = named(
  "PaymentListItem",
  "A payment in a list, with what it takes to answer most questions about it.",
  z.strictObject({
    ...Payment.shape,
    version: described(
      "Which of two pictures of the payment is newer; the service payload's callbacks carry the same.",
      z.int(),
    ),
    captureBefore: described(
      "Until when the hold can be captured; it is released then. null where nothing is held, or no end is known.",
      z.nullable(timestamp),
    ),
    authorizedCents: described("What the payment was created for; a capture may have taken less.", z.int()),
    description: nullableText("As given at creation; null if none was."),
    customerRef: nullableText("As given at creation; null if none was."),
    branch: nullableText("As given at creation; null if none was."),
    disputes: z.optional(
      described(
        "Every dispute of it that is known, the oldest first; usually none. One that is lost has cost the money, whatever the status says. " +
          "Left out for a key without the scope finance:read.",
        z.array(PaymentDispute),
      ),
    ),
    failedRefunds: described(
      "Refunds of it that failed, the newest last; usually none, and twenty at most.",
      z.array(FailedRefund),
    ),
    delivery: z.optional(
      described(
        "With include=delivery: where the callback of its last event stands that your server is told of; null if " +
          "there is none yet.",
        z.nullable(z.enum(DELIVERY_STATES)),
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
    "With status or trouble the list is searched until a page is full. A search that is cut short, after about a thousand " +
    "payments, says in the header Svc-Searched-To how far back it has looked, and goes on with the Link header.",
  query: z
    .strictObject({
      ...pageQuery(paymentId).shape,
      orderRef: z.optional(
        described("Only payments of this order, whose reference is exactly this.", text()),
      ),
      svcPaymentId: z.optional(described("Only this payment.", paymentId)),
      processorPaymentIntentId: z.optional(
        described("Only the payment of this intent. The processor is asked whose it is.", intentId),
      ),
      status: z.optional(described("Only payments that stand so.", PaymentStatus)),
      trouble: z.optional(
        described(
          "Only payments with a dispute, or with a refund that failed.",
          z.enum(["disputed", "refund_failed"]),
        ),
      ),
      include: z.optional(
        described(
          "delivery: with each payment where its last callback stands; the key needs the scope events:read too.",
          z.enum(["delivery"]),
        ),
      ),
      since: z.optional(described("Only payments that were created then or later.", time)),
      until: z.optional(described("Only payments that were created before.", time)),
    })
    .check(
      z.refine(({ since, until }) => since === undefined || until === undefined || since < until, {
        error: "must be later than since.",
        path: ["until"],
      }),
    ),
  answers: {
    200: {
      ...page(PaymentListItem, [
        {
          ...examplePayment,
          version: 1782907200000,
          captureBefore: null,
          authorizedCents: examplePayment.amountCents,
          description: "A lamp",
          customerRef: null,
          branch: null,
          disputes: [],
          failedRefunds: [],
        },
      ]),
      searched: true,
    },
  },
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
  summary: "Retrieve a payment's story",
  description:
    "API calls, the processor's events with what became of each, every attempt to tell your server, what a " +
    "statement has put right or found returned of the fee, and the payout that its money is in, in the order in which " +
    "it happened: an event that came in late stands where the processor " +
    "made it. Of more than 200 events the oldest are left out.",
  answers: {
    200: {
      description: "What happened, in order.",
      schema: z.array(TimelineEntry),
      example: [
        {
          kind: "api_call",
          at: "2026-07-01T12:00:00.000Z",
          traceId: "9e1b2c3d-0000-4000-8000-000000000001",
          operation: "create",
          amountCents: 4999,
          feePolicy: { number: 3, text: "2.5 %; + 0.30 usd" },
        },
        {
          kind: "callback_attempt",
          at: "2026-07-01T12:00:09.000Z",
          traceId: "9e1b2c3d-0000-4000-8000-000000000002",
          eventId: "evt_1QExample",
          type: "payment_intent.succeeded",
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
  failures: [...COMMON_FAILURES, "not_found"],
} as const satisfies Operation;
