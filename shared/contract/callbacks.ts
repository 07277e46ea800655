import * as z from "zod/mini";
import { FORWARDED_EVENTS, TEST_EVENT_TYPE } from "../domain/events/event.ts";
import { described, named } from "./described.ts";
import { accountId, eventId, intentId } from "./fields.ts";

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

const TYPES = [...FORWARDED_EVENTS, TEST_EVENT_TYPE] as const;
type EventType = (typeof TYPES)[number];

/** Section 6.1 of the specification, with what each event carries. */
const EVENTS: Record<EventType, { meaning: string; object: z.ZodMiniType }> = {
  "payment_intent.succeeded": { meaning: "Payment completed; safe to fulfil.", object: PaymentIntent },
  "payment_intent.processing": {
    meaning: "Asynchronous payment (for example bank debit) is pending; do not fulfil yet.",
    object: PaymentIntent,
  },
  "payment_intent.payment_failed": { meaning: "Payment failed.", object: PaymentIntent },
  "payment_intent.amount_capturable_updated": {
    meaning: "A manual-capture authorization is ready to capture.",
    object: PaymentIntent,
  },
  "payment_intent.canceled": { meaning: "The payment was canceled.", object: PaymentIntent },
  "charge.refunded": { meaning: "A refund was issued (full or partial).", object: Charge },
  "charge.dispute.created": { meaning: "A dispute or chargeback was opened.", object: Dispute },
  "charge.dispute.closed": { meaning: "A dispute was resolved (won or lost).", object: Dispute },
  "account.updated": { meaning: "A merchant's onboarding or capability state changed.", object: Account },
  [TEST_EVENT_TYPE]: {
    meaning: "You asked for it: POST /v1/callback-endpoint/test.",
    object: CallbackTest,
  },
};

const pascalCase = (type: string): string =>
  type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const eventSchema = (type: EventType) =>
  named(
    `${pascalCase(type)}Event`,
    EVENTS[type].meaning,
    z.looseObject({
      id: described("The same as Svc-Event-Id: de-duplicate on it.", eventId),
      object: described("What it is.", z.literal("event")),
      type: described("What happened.", z.literal(type)),
      created: described("When the processor made it, in unix seconds. It orders nothing.", z.int()),
      livemode: described("Whether real money moved.", z.boolean()),
      account: z.optional(described("The connected account; absent on test events.", accountId)),
      data: described("What it is about.", z.looseObject({ object: EVENTS[type].object })),
    }),
  );

/** Everything that a callback endpoint may receive, in the order of the specification. */
export const CALLBACKS = TYPES.map((type) => ({
  type,
  meaning: EVENTS[type].meaning,
  schema: eventSchema(type),
}));

/** More types may be added: a receiver answers 2xx to those that it does not know. */
export const CallbackEvent = named(
  "CallbackEvent",
  "What a callback's body is. More types may be added: answer 2xx to those that you do not know.",
  z.union(CALLBACKS.map(({ schema }) => schema)),
);
