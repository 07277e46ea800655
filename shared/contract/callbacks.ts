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
  object: described("What it is.", z.literal("payment_intent")),
  status: described("The intent's status at the processor when the event was made.", z.string()),
  amount: described("The intended amount, in the smallest currency unit.", cents),
  amount_capturable: described("What can be captured.", cents),
  amount_received: described("What was captured.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  metadata,
});

const Charge = processorObject("ProcessorCharge", "A charge.", {
  id: described("The charge's id.", z.string()),
  object: described("What it is.", z.literal("charge")),
  payment_intent: described("The intent that it belongs to.", z.nullable(z.string())),
  amount: described("What was charged.", cents),
  amount_refunded: described("What went back in all; a released remainder counts too.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  metadata,
});

const Dispute = processorObject("ProcessorDispute", "A dispute.", {
  id: described("The dispute's id.", z.string()),
  object: described("What it is.", z.literal("dispute")),
  payment_intent: described("The intent whose charge is disputed.", z.nullable(z.string())),
  charge: described("The charge that is disputed.", z.string()),
  amount: described("What is disputed.", cents),
  status: described("Where it stands, for example needs_response, won or lost.", z.string()),
  reason: described("Why, for example fraudulent.", z.string()),
});

const Refund = processorObject("ProcessorRefund", "A refund.", {
  id: described("The refund's id.", z.string()),
  object: described("What it is.", z.literal("refund")),
  payment_intent: described("The intent whose charge is refunded.", z.nullable(z.string())),
  charge: described("The charge that is refunded.", z.nullable(z.string())),
  amount: described("What was to go back.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  status: described("Where it stands, for example failed.", z.nullable(z.string())),
});

const Payout = processorObject("ProcessorPayout", "A payout: GET /v1/payouts/{id} says what is in it.", {
  id: payoutId,
  object: described("What it is.", z.literal("payout")),
  amount: described("What arrives; below nothing where the bank is debited.", cents),
  currency: described("ISO 4217, in lower case.", z.string()),
  status: described("Where it stood when the event was made.", z.string()),
  arrival_date: described("When it is expected at the bank, in unix seconds.", z.int()),
});

const Account = processorObject("ProcessorAccount", "A connected account.", {
  id: accountId,
  object: described("What it is.", z.literal("account")),
  charges_enabled: described("Whether it can take charges.", z.boolean()),
  payouts_enabled: described("Whether it is paid out.", z.boolean()),
});

const CallbackTest = named(
  "CallbackTest",
  "What a test event is about: nothing.",
  z.looseObject({
    object: described("What it is.", z.literal("callback_test")),
    message: described("A friendly word.", z.string()),
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
  "payout.paid": Payout,
  "payout.failed": Payout,
};

type Told = { type: ProcessorEventType | typeof TEST_EVENT_TYPE; meaning: string; object: z.ZodMiniType };

const TOLD: Told[] = [
  ...PROCESSOR_EVENTS.map((type) => ({ type, meaning: meaningOf(type), object: OBJECTS[type] })),
  {
    type: TEST_EVENT_TYPE,
    meaning: "You asked for it: POST /v1/callback-endpoint/test.",
    object: CallbackTest,
  },
];

/** What is not sent by default comes only to endpoints that have chosen it. */
function meaningOf(type: EventType): string {
  const { meaning } = EVENT_TYPES[type];
  return isChosen(type, {}) ? meaning : `${meaning} Only for endpoints that have chosen it.`;
}

const eventSchema = ({ type, meaning, object }: Told) =>
  named(
    `${pascalCase(type)}Event`,
    meaning,
    z.looseObject({
      id: described("The same as Svc-Event-Id: de-duplicate on it.", eventId),
      object: described("What it is.", z.literal("event")),
      type: described("What happened.", z.literal(type)),
      created: described("When the processor made it, in unix seconds. It orders nothing.", z.int()),
      livemode: described("Whether real money moved.", z.boolean()),
      account: z.optional(described("The connected account; absent on test events.", accountId)),
      data: described("What it is about.", z.looseObject({ object })),
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
  "What a callback's body is. More types may be added: answer 2xx to those that you do not know.",
  z.union(CALLBACKS.map(({ schema }) => schema)),
);
