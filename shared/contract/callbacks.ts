import * as z from "zod/mini";
import {
  EVENT_TYPES,
  type EventType,
  isChosen,
  PROCESSOR_EVENTS,
  type ProcessorEventType,
  TEST_EVENT_TYPE,
} from "../domain/events/event-types.ts";
import { described, named, pascalCase } from "./described.ts";
import { accountId, eventId, intentId, payoutId } from "./fields.ts";

// What merchants' servers are sent. Only the OpenAPI document reads this file: events are forwarded byte for byte.

const processorObject = <S extends z.core.$ZodLooseShape>(name: string, description: string, shape: S) =>
  named(name, `${description} As the processor writes it, with many more fields.`, z.looseObject(shape));

const cents = z.int();
const metadata = described(
  "svcPaymentId, and orderRef, customerRef and branch where given. Without svcPaymentId it is the merchant's own charge.",
  z.record(z.string(), z.string()),
);

const PaymentIntent = processorObject("ProcessorPaymentIntent", "A payment intent.", {
  id: intentId,
  object: described("The object's type.", z.literal("payment_intent")),
  status: described("The intent's status at the processor when the event was created.", z.string()),
  amount: described("The intended amount, in the smallest currency unit.", cents),
  amount_capturable: described("The amount that can be captured.", cents),
  amount_received: described("The captured amount.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  metadata,
});

const Charge = processorObject("ProcessorCharge", "A charge.", {
  id: described("The charge's id.", z.string()),
  object: described("The object's type.", z.literal("charge")),
  payment_intent: described("The intent that it belongs to.", z.nullable(z.string())),
  amount: described("The charged amount.", cents),
  amount_refunded: described("The total refunded amount, including a released remainder.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  metadata,
});

const Dispute = processorObject("ProcessorDispute", "A dispute.", {
  id: described("The dispute's id.", z.string()),
  object: described("The object's type.", z.literal("dispute")),
  payment_intent: described("The intent whose charge is disputed.", z.nullable(z.string())),
  charge: described("The charge that is disputed.", z.string()),
  amount: described("The disputed amount.", cents),
  status: described("Its status, for example needs_response, won or lost.", z.string()),
  reason: described("Why, for example fraudulent.", z.string()),
});

const Refund = processorObject("ProcessorRefund", "A refund.", {
  id: described("The refund's id.", z.string()),
  object: described("The object's type.", z.literal("refund")),
  payment_intent: described("The intent whose charge is refunded.", z.nullable(z.string())),
  charge: described("The charge that is refunded.", z.nullable(z.string())),
  amount: described("The amount to refund.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  status: described("Its status, for example failed.", z.nullable(z.string())),
});

const Payout = processorObject("ProcessorPayout", "A payout. GET /v1/payouts/{id} shows what is in it.", {
  id: payoutId,
  object: described("The object's type.", z.literal("payout")),
  amount: described("The amount that arrives; negative if the bank is debited.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  status: described("Its status when the event was created.", z.string()),
  arrival_date: described("When it is expected at the bank, in unix seconds.", z.int()),
});

const FraudWarning = processorObject("ProcessorFraudWarning", "A bank's early warning of fraud.", {
  id: described("The warning's id.", z.string()),
  object: described("The object's type.", z.literal("radar.early_fraud_warning")),
  charge: described("The charge that the bank suspects.", z.string()),
  payment_intent: z.optional(described("The charge's intent.", z.nullable(z.string()))),
  fraud_type: described("What the bank suspects, for example unauthorized_use_of_card.", z.string()),
  actionable: described("Whether a refund could still prevent a dispute.", z.boolean()),
});

const Account = processorObject("ProcessorAccount", "A connected account.", {
  id: accountId,
  object: described("The object's type.", z.literal("account")),
  charges_enabled: described("Whether it can accept charges.", z.boolean()),
  payouts_enabled: described("Whether it can receive payouts.", z.boolean()),
});

const CallbackTest = named(
  "CallbackTest",
  "The object of a test event.",
  z.looseObject({
    object: described("The object's type.", z.literal("callback_test")),
    message: described("A greeting.", z.string()),
  }),
);

/** What the processor's event of each type carries. */
const OBJECTS: Record<ProcessorEventType, z.ZodMiniType> = {
  "payment_intent.succeeded": PaymentIntent,
  "payment_intent.processing": PaymentIntent,
  "payment_intent.payment_failed": PaymentIntent,
  "payment_intent.amount_capturable_updated": PaymentIntent,
  "payment_intent.canceled": PaymentIntent,
  "charge.refunded": Charge,
  "charge.dispute.created": Dispute,
  "charge.dispute.closed": Dispute,
  "account.updated": Account,
  "refund.failed": Refund,
  "charge.dispute.updated": Dispute,
  "radar.early_fraud_warning.created": FraudWarning,
  "payout.paid": Payout,
  "payout.failed": Payout,
};

type Told = { type: ProcessorEventType | typeof TEST_EVENT_TYPE; meaning: string; object: z.ZodMiniType };

const TOLD: Told[] = [
  ...PROCESSOR_EVENTS.map((type) => ({ type, meaning: meaningOf(type), object: OBJECTS[type] })),
  {
    type: TEST_EVENT_TYPE,
    meaning: "Sent on request: POST /v1/callback-endpoints/{id}/test.",
    object: CallbackTest,
  },
];

/** What is not sent by default comes only to endpoints that have chosen it. */
function meaningOf(type: EventType): string {
  const { meaning } = EVENT_TYPES[type];
  return isChosen(type, {}) ? meaning : `${meaning} Only for endpoints that chose it.`;
}

const eventSchema = ({ type, meaning, object }: Told) =>
  named(
    `${pascalCase(type)}Event`,
    meaning,
    z.looseObject({
      id: described("The same as Svc-Event-Id: de-duplicate on it.", eventId),
      object: described("The object's type.", z.literal("event")),
      type: described("What happened.", z.literal(type)),
      created: described(
        "When the processor created it, in unix seconds. Do not order events by it.",
        z.int(),
      ),
      livemode: described("Whether real money moved.", z.boolean()),
      account: z.optional(described("The connected account; absent on test events.", accountId)),
      data: described("The object that changed.", z.looseObject({ object })),
    }),
  );

/** Everything that a callback endpoint may receive, in the order of the table. */
export const CALLBACKS = TOLD.map((told) => ({
  type: told.type,
  meaning: told.meaning,
  schema: eventSchema(told),
}));

/** More types may be added: a receiver answers 2xx to those that it does not know. */
export const CallbackEvent = named(
  "CallbackEvent",
  "The body of a callback. More types may be added: respond with 2xx to types that you do not know.",
  z.discriminatedUnion("type", CALLBACKS.map(({ schema }) => schema) as [ReturnType<typeof eventSchema>]),
);
