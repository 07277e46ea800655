import * as z from "zod/mini";
import { EVENT_NAMES, EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from "../domain/events/event-types.ts";
import { described, named, pascalCase } from "./described.ts";
import { eventId, timestamp } from "./fields.ts";
import { ConnectedAccount } from "./onboarding.ts";
import { Payment } from "./payment-fields.ts";
import { PaymentDispute } from "./payment-lists.ts";
import { Payout } from "./payouts.ts";

// What merchants' servers are sent under the service payload. Only the OpenAPI document reads this file.

const version = described(
  "Rises with every change of what is shown here, and never falls. Compare it, and read nothing else into it.",
  z.int(),
);

export const ServicePayment = named(
  "ServicePayment",
  "A payment as it is when the callback is sent. Replace your copy where version is higher.",
  z.strictObject({
    ...Payment.shape,
    captureBefore: described("Until when the hold can be captured; otherwise null.", z.nullable(timestamp)),
    disputes: described("Every dispute of it that is known, the oldest first.", z.array(PaymentDispute)),
    version,
  }),
);

const ServicePayout = named(
  "ServicePayout",
  "A payout as it is when the callback is sent. Replace your copy where version is higher.",
  z.strictObject({ ...Payout.shape, version }),
);

const ServiceAccount = named(
  "ServiceAccount",
  "Your connected account as it is when the callback is sent. Replace your copy where version is higher.",
  z.strictObject({ ...ConnectedAccount.shape, version }),
);

const ServiceRefund = named(
  "ServiceRefund",
  "A refund that failed.",
  z.strictObject({
    refundId: described("The refund at the processor.", z.string()),
    amountCents: described("What was to go back, in the smallest currency unit.", z.int()),
    currency: described("ISO 4217, in lower case.", z.string()),
    failureReason: described(
      "Why, in the processor's words; null if it does not say.",
      z.nullable(z.string()),
    ),
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
};

const schemaOf = (type: string, meaning: string, shown: z.core.$ZodLooseShape) =>
  named(
    `Service${pascalCase(type)}`,
    meaning,
    z.strictObject({
      payload: described("Which payload this is.", z.literal("service")),
      id: described("The same as Svc-Event-Id: act on it once.", eventId),
      type: described("Why you are called.", z.literal(type)),
      createdAt: described("When it happened, by the processor's clock. It orders nothing.", timestamp),
      ...shown,
    }),
  );

const declineCode = z.optional(
  described("Why the attempt to pay failed, in the processor's words.", z.string()),
);

function eventSchema(name: EventType) {
  const { service, meaning, about } = EVENT_TYPES[name];
  return schemaOf(service, meaning, {
    ...SHOWN[about],
    ...(name === "payment_intent.payment_failed" && { declineCode }),
  });
}

/** The same events under the service payload, by the names that are chosen. */
export const SERVICE_EVENTS = new Map<string, z.ZodMiniType>([
  ...EVENT_NAMES.map((name) => [name, eventSchema(name)] as const),
  [TEST_EVENT_TYPE, schemaOf(TEST_EVENT_TYPE, "You asked for it: POST /v1/callback-endpoint/test.", {})],
]);

export const ServiceEvent = named(
  "ServiceEvent",
  "A callback's body under the service payload. More types may be added: answer 2xx to those that you do not know.",
  z.union([...SERVICE_EVENTS.values()]),
);
