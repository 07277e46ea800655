import type Stripe from "stripe";
import { Failure, type FailureCode, isFailure, processorSays } from "../domain/failure.ts";
import { noSuchReader, type ReaderAction, type ReaderState } from "../domain/terminal.ts";
import { callProcessor } from "./client.ts";
import { noDefiniteAnswer, type RejectionMeanings } from "./errors.ts";
import { type NewRefund, refundParameters, refundRejections } from "./refunds.ts";
import { toReader } from "./terminal.ts";

/* A reader that our server drives: what it does, and what it is to do. */

/** Another account's reader is unknown to the processor within this account. */
type OneReader = { accountId: string; readerId: string };

/** The intent names its payment, so that the ledger is asked for one record. */
const WITH_INTENT = { expand: ["action.process_payment_intent.payment_intent"] };

export async function fetchReader({ accountId, readerId }: OneReader): Promise<ReaderState> {
  return callReader((stripe) =>
    stripe.terminal.readers.retrieve(readerId, WITH_INTENT, { stripeAccount: accountId }),
  );
}

export async function processIntent(
  given: OneReader & {
    intentId: string;
    skipTipping?: boolean | undefined;
    allowCancel?: boolean | undefined;
    processorKey: string;
  },
): Promise<ReaderState> {
  const { accountId, readerId, intentId, skipTipping, allowCancel, processorKey } = given;
  const config = {
    ...(skipTipping !== undefined && { skip_tipping: skipTipping }),
    ...(allowCancel !== undefined && { enable_customer_cancellation: allowCancel }),
  };
  const parameters = {
    payment_intent: intentId,
    ...(Object.keys(config).length > 0 && { process_config: config }),
    ...WITH_INTENT,
  };
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  return callReader((stripe) => stripe.terminal.readers.processPaymentIntent(readerId, parameters, options));
}

export async function cancelAction(given: OneReader & { processorKey: string }): Promise<ReaderState> {
  const options = { stripeAccount: given.accountId, idempotencyKey: given.processorKey };
  return callReader((stripe) => stripe.terminal.readers.cancelAction(given.readerId, WITH_INTENT, options));
}

/**
 * Asks for the card of an Interac payment. The refund is made once it is presented. Where the operation began is in the
 * action's metadata, and then in the refund's.
 */
export async function refundAtReader(
  given: OneReader & NewRefund & { allowCancel?: boolean | undefined },
): Promise<ReaderState> {
  const { accountId, readerId, allowCancel, processorKey } = given;
  const parameters: Stripe.Terminal.ReaderRefundPaymentParams = {
    ...refundParameters(given),
    ...(allowCancel !== undefined && {
      refund_payment_config: { enable_customer_cancellation: allowCancel },
    }),
  };
  const options = { stripeAccount: accountId, idempotencyKey: processorKey };
  return callReader(
    (stripe) => stripe.terminal.readers.refundPayment(readerId, parameters, options),
    new Map([...refundRejections(given), ...BUSY_OR_OFFLINE]),
  );
}

/** Fact 27 of infra/simulator/README.md. */
const BUSY_OR_OFFLINE: [string, FailureCode][] = [
  ["terminal_reader_busy", "reader_busy"],
  ["terminal_reader_offline", "reader_offline"],
];

/** `payment_intent` is the parameter: unknown to this account, or not for a reader. */
const READER_MEANINGS: RejectionMeanings = new Map<string, FailureCode>([
  ...BUSY_OR_OFFLINE,
  ["intent_invalid_state", "payment_not_collectable"],
  ["payment_intent_unexpected_state", "payment_not_collectable"],
  ["payment_intent", "payment_not_collectable"],
]);

const READER_DETAILS: Partial<Record<FailureCode, string>> = {
  reader_busy:
    "The reader is busy. Retrieve it to see with which payment. Wait for it, or cancel the reader's action.",
  reader_offline:
    "The reader is offline, so nothing was sent to it. Check its power and network, then send the request again.",
  payment_not_collectable:
    "A reader cannot collect this payment: it is paid or canceled, or not for card_present.",
};

async function callReader(
  call: (stripe: Stripe) => Promise<Stripe.Terminal.Reader | Stripe.Terminal.DeletedReader>,
  meanings = READER_MEANINGS,
): Promise<ReaderState> {
  try {
    const reader = await callProcessor(call, {}, meanings);
    if (reader.deleted) throw noSuchReader();
    return { ...toReader(reader), action: toAction(reader.action) };
  } catch (error) {
    throw explainFailure(error);
  }
}

function explainFailure(error: unknown): unknown {
  if (!isFailure(error)) return error;
  // The reader may have received the command all the same (fact 27), and the answer may be saved under its key.
  if (error.extras.processorCode === "terminal_reader_timeout")
    return noDefiniteAnswer(error, { processorSays: "saved_error" });
  if (isFailure(error, "processor_rejected") && processorSays(error) === "missing") return noSuchReader();
  const detail = READER_DETAILS[error.code];
  return detail ? new Failure(error.code, detail, error.extras) : error;
}

function toAction(action: Stripe.Terminal.Reader.Action | null): ReaderAction | null {
  if (!action) return null;
  const { status, failure_code: failureCode, refund_payment: refund } = action;
  const intent = (refund ?? action.process_payment_intent)?.payment_intent;
  const named = refund?.metadata ?? (typeof intent === "object" ? intent.metadata : {});
  const refundId = refund?.refund;
  return {
    status,
    intent: intent ? { intentId: idOf(intent), svcPaymentId: named.svcPaymentId } : null,
    failureCode,
    ...(refund && {
      refund: {
        operationId: named.svcOperationId,
        keyNumber: named.svcKeyNumber,
        refundId: refundId && idOf(refundId),
      },
    }),
  };
}

const idOf = (reference: string | { id: string }): string =>
  typeof reference === "string" ? reference : reference.id;
