import type Stripe from "stripe";
import { ApiError, DeclinedError, invalid, noSuchReference } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { boolean, integer, object, oneOf, type Read, required, type ShapeOf, text } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { type Call, type Route, route } from "./define-route.ts";
import { findNamed, findOwn } from "./find.ts";
import { declinePayment, takePayment } from "./intent-attempts.ts";
import { checkRefund, findCharge } from "./refund-checks.ts";
import { createRefund } from "./refund-create.ts";
import { decline, type TestPaymentMethod } from "./test-payment-methods.ts";

const PROCESS_PARAMS = {
  payment_intent: text,
  process_config: object({ enable_customer_cancellation: boolean, skip_tipping: boolean }),
} satisfies ShapeOf<Stripe.Terminal.ReaderProcessPaymentIntentParams>;
const REFUND_PARAMS = {
  amount: integer,
  charge: text,
  metadata,
  payment_intent: text,
  refund_application_fee: boolean,
  refund_payment_config: object({ enable_customer_cancellation: boolean }),
} satisfies ShapeOf<Stripe.Terminal.ReaderRefundPaymentParams>;
const PRESENT_PARAMS = {
  amount_tip: integer,
  card_present: object({ number: text }),
  interac_present: object({ number: text }),
  type: oneOf("card_present", "interac_present"),
};

const DECLINED_NUMBER = "4000000000000002";
const GOOD_NUMBER = "4242424242424242";
/** Fact 21: the published Interac card. */
const INTERAC_NUMBER = "4506445006931933";

const WAITING = {
  api_error: null,
  failure_code: null,
  failure_message: null,
  status: "in_progress",
} as const;

/** Fact 27: hands an intent to the reader, which then waits for a card, also in the place of another one. */
function processIntent(call: Call, params: Read<typeof PROCESS_PARAMS>): Stripe.Terminal.Reader {
  const reader = findNamed(call, "terminal.reader");
  const intentId = required(params.payment_intent, "payment_intent");
  const intent = call.find("payment_intent", intentId);
  if (!intent) throw noSuchReference("payment_intent", intentId, "payment_intent");
  rejectOffline(reader);
  if (!intent.payment_method_types.some((type) => IN_PERSON.includes(type)))
    throw invalid("The PaymentIntent must allow card_present payments.", { param: "payment_intent" });
  if (intent.status !== "requires_payment_method") {
    throw invalid(`The PaymentIntent has a status of ${intent.status}: a reader cannot process it.`, {
      // Fact 27.
      code: "intent_invalid_state",
      payment_intent: intent,
    });
  }
  reader.action = {
    ...WAITING,
    process_payment_intent: { payment_intent: intent.id },
    type: "process_payment_intent",
  };
  return call.save(reader);
}

const IN_PERSON = ["card_present", "interac_present"];

/** Fact 27: only an Interac payment is refunded in person, and its card must be presented again. */
function refundPayment(call: Call, params: Read<typeof REFUND_PARAMS>): Stripe.Terminal.Reader {
  const reader = findNamed(call, "terminal.reader");
  rejectOffline(reader);
  const charge = findCharge(call, params);
  const amount = checkRefund(call, charge, { ...params, inPerson: true });
  const { metadata: given, refund_application_fee } = params;
  reader.action = {
    ...WAITING,
    refund_payment: {
      amount,
      charge: charge.id,
      metadata: mergeMetadata({}, given),
      ...(charge.payment_intent && { payment_intent: idOf(charge.payment_intent) }),
      ...(refund_application_fee !== undefined && { refund_application_fee }),
    },
    type: "refund_payment",
  };
  return call.save(reader);
}

function rejectOffline({ status }: Stripe.Terminal.Reader): void {
  if (status !== "online") {
    throw invalid(
      "Reader is currently offline, please ensure the reader is powered on and connected to the internet.",
      {
        code: "terminal_reader_offline",
      },
    );
  }
}

function cancelAction(call: Call): Stripe.Terminal.Reader {
  const reader = findNamed(call, "terminal.reader");
  rejectOffline(reader);
  reader.action = null;
  return call.save(reader);
}

/** Stands for the buyer's card on the reader. A declined card fails the action, not the request. */
function presentCard(call: Call, params: Read<typeof PRESENT_PARAMS>): Stripe.Terminal.Reader {
  const reader = findNamed(call, "terminal.reader");
  const { action } = reader;
  if (action?.status === "in_progress" && action.refund_payment)
    return refundInPerson(call, reader, action.refund_payment);
  if (action?.status !== "in_progress" || !action.process_payment_intent)
    throw invalid("The reader is not waiting for a payment method.");
  const intent = findOwn(call, "payment_intent", idOf(action.process_payment_intent.payment_intent));
  if (intent.status !== "requires_payment_method") {
    // An intent is paid once: another reader was faster, or it was canceled.
    const message = `The PaymentIntent has a status of ${intent.status}.`;
    return failAction(call, reader, { code: "payment_intent_unexpected_state", message });
  }
  setTip(intent, params.amount_tip ?? 0);
  try {
    payInPerson(call, intent, params);
    action.status = "succeeded";
    call.emit("terminal.reader.action_succeeded", call.save(reader));
  } catch (error) {
    if (!(error instanceof DeclinedError)) throw error;
    failAction(call, reader, { code: error.details.code ?? null, message: error.message });
  }
  return reader;
}

function refundInPerson(call: Call, reader: Stripe.Terminal.Reader, wanted: Wanted): Stripe.Terminal.Reader {
  const { amount, charge, metadata: given, refund_application_fee } = wanted;
  const params = { amount, charge: idOf(charge ?? ""), metadata: given ?? {}, refund_application_fee };
  try {
    wanted.refund = createRefund(call, { ...params, inPerson: true }).id;
  } catch (error) {
    // Another reader was faster.
    if (!(error instanceof ApiError)) throw error;
    return failAction(call, reader, { code: error.details.code ?? null, message: error.message });
  }
  if (reader.action) reader.action.status = "succeeded";
  call.emit("terminal.reader.action_succeeded", call.save(reader));
  return reader;
}

type Wanted = Stripe.Terminal.Reader.Action.RefundPayment;

/** The customer presses Cancel. */
export function cancelAtReader(scope: Scope, reader: Stripe.Terminal.Reader): Stripe.Terminal.Reader {
  if (reader.action?.status !== "in_progress")
    throw invalid("The reader is not waiting for a payment method.");
  return failAction(scope, reader, {
    code: "customer_canceled",
    message: "The customer canceled the payment.",
  });
}

function failAction(
  scope: Scope,
  reader: Stripe.Terminal.Reader,
  { code, message }: { code: string | null; message: string },
): Stripe.Terminal.Reader {
  const { action } = reader;
  const failed = action && {
    ...action,
    status: "failed" as const,
    failure_code: code,
    failure_message: message,
  };
  const saved = scope.save({ ...reader, action: failed });
  scope.emit("terminal.reader.action_failed", saved);
  return Object.assign(reader, saved);
}

/** Fact 27: the buyer chooses a tip on the reader's screen, anew for each card. The intent's amount has it in it. */
function setTip(intent: Stripe.PaymentIntent, tip: number): void {
  intent.amount += tip - (intent.amount_details?.tip?.amount ?? 0);
  intent.amount_details = { tip: tip > 0 ? { amount: tip } : {} };
}

function payInPerson(call: Call, intent: Stripe.PaymentIntent, params: Read<typeof PRESENT_PARAMS>): void {
  const type = params.type ?? "card_present";
  const number =
    type === "interac_present"
      ? (params.interac_present?.number ?? INTERAC_NUMBER)
      : (params.card_present?.number ?? GOOD_NUMBER);
  if (!intent.payment_method_types.includes(type))
    throw invalid(`The PaymentIntent does not allow ${type} payments.`, { param: "type" });
  const method: TestPaymentMethod = {
    type,
    brand: type === "interac_present" ? "interac" : "visa",
    last4: number.slice(-4),
    outcome: { kind: "succeed" },
    refund: "succeeded",
  };
  if (number === DECLINED_NUMBER)
    throw declinePayment(call, intent, { method, outcome: decline("generic_decline") });
  if (number !== GOOD_NUMBER && number !== INTERAC_NUMBER)
    throw invalid(`Not a test card: ${number}`, { param: "card_present[number]" });
  takePayment(call, intent, { method });
}

export const TERMINAL_READER_ACTION_ROUTES: Route[] = [
  route(
    "POST /v1/terminal/readers/{id}/process_payment_intent",
    "Terminal.ReaderProcessPaymentIntentParams",
    PROCESS_PARAMS,
    processIntent,
  ),
  route(
    "POST /v1/terminal/readers/{id}/refund_payment",
    "Terminal.ReaderRefundPaymentParams",
    REFUND_PARAMS,
    refundPayment,
  ),
  route(
    "POST /v1/terminal/readers/{id}/cancel_action",
    "Terminal.ReaderCancelActionParams",
    {},
    cancelAction,
  ),
  route(
    "POST /v1/test_helpers/terminal/readers/{id}/present_payment_method",
    "TestHelpers.Terminal.ReaderPresentPaymentMethodParams",
    PRESENT_PARAMS,
    presentCard,
  ),
];
