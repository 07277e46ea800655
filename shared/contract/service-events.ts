import * as z from "zod/mini";
import { EVENT_NAMES, EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from "../domain/events/event-types.ts";
import { described, named, pascalCase } from "./described.ts";
import { eventId, timestamp } from "./fields.ts";
import { givenMetadata, PaymentDispute } from "./full-payment.ts";
import { Onboarding } from "./onboarding.ts";
import { Payment } from "./payment-fields.ts";
import { Payout } from "./payouts.ts";

// What merchants' servers are sent under the service payload. Only the OpenAPI document reads this file.

const version = described(
  "Increases with every change of what is shown here. Use it only to compare: the number has no other " +
    "meaning.",
  z.int(),
);

export const ServicePayment = named(
  "ServicePayment",
  "A payment as it is when the callback is sent. Replace your copy if this version is higher.",
  z.strictObject({
    ...Payment.shape,
    captureBefore: described(
      "Until when the hold can be captured; null if nothing is held.",
      z.nullable(timestamp),
    ),
    disputes: described("All its known disputes, oldest first.", z.array(PaymentDispute)),
    metadata: z.optional(givenMetadata),
    version,
  }),
);

const ServicePayout = named(
  "ServicePayout",
  "A payout as it is when the callback is sent. Replace your copy if this version is higher.",
  z.strictObject({ ...Payout.shape, version }),
);

const ServiceAccount = named(
  "ServiceAccount",
  "Your connected account as it is when the callback is sent. Replace your copy if this version is higher.",
  z.strictObject({ ...Onboarding.shape, version }),
);

const ServiceRefund = named(
  "ServiceRefund",
  "A refund that failed.",
  z.strictObject({
    refundId: described("The refund at the processor.", z.string()),
    amountCents: described("The amount to refund, in the smallest currency unit.", z.int()),
    currency: described("ISO 4217, in lower case.", z.string()),
    failureReason: described("The processor's reason; null if it gives none.", z.nullable(z.string())),
  }),
);

const ServiceReport = named(
  "ServiceReport",
  "A month whose reports are complete.",
  z.strictObject({
    month: described("The month in UTC, such as 2026-07.", z.string()),
    from: described("Its first day: `from` of the reports.", z.iso.date()),
    to: described("Its last day: `to` of the reports.", z.iso.date()),
  }),
);

const payment = described("The payment, as it is now.", ServicePayment);

/** What stands beside the envelope, by what the type is about. A refund or a dispute comes with its payment. */
const SHOWN = {
  payment: { payment },
  refund: { refund: ServiceRefund, payment },
  dispute: { dispute: described("The dispute, as it is now.", PaymentDispute), payment },
  payout: { payout: described("The payout, as it is now.", ServicePayout) },
  account: { account: described("Your connected account, as it is now.", ServiceAccount) },
  report: { report: described("The month that is complete.", ServiceReport) },
};

const schemaOf = (type: string, meaning: string, shown: z.core.$ZodLooseShape) =>
  named(
    `Service${pascalCase(type)}`,
    meaning,
    z.strictObject({
      payload: described("Which payload this is.", z.literal("service")),
      id: described("The same as Svc-Event-Id: process it once.", eventId),
      type: described("Why this callback is sent.", z.literal(type)),
      createdAt: described(
        "When it happened, by the processor's clock. Do not order events by it.",
        timestamp,
      ),
      ...shown,
    }),
  );

const declineCode = z.optional(
  described("The processor's decline code of the failed attempt to pay.", z.string()),
);

function eventSchema(name: EventType) {
  const { service, meaning, about } = EVENT_TYPES[name];
  return schemaOf(service, meaning, {
    ...SHOWN[about],
    ...(name === "payment_intent.payment_failed" && { declineCode }),
  });
}

/** The same events under the service payload, by the names that are chosen. */
export const SERVICE_EVENTS = new Map<string, ReturnType<typeof schemaOf>>([
  ...EVENT_NAMES.map((name) => [name, eventSchema(name)] as const),
  [TEST_EVENT_TYPE, schemaOf(TEST_EVENT_TYPE, "Sent on request: POST /v1/callback-endpoints/{id}/test.", {})],
]);

export const ServiceEvent = named(
  "ServiceEvent",
  "The body of a callback in the service payload. More types may be added: respond with 2xx to types that " +
    "you do not know.",
  z.discriminatedUnion("type", [...SERVICE_EVENTS.values()] as [ReturnType<typeof schemaOf>]),
);
