import type Stripe from "stripe";
import { ApiError, invalid, missingParam, noSuchReference } from "../http/api-error.ts";
import { mergeMetadata, metadata } from "../http/metadata.ts";
import { boolean, integer, oneOf, type Read, type ShapeOf, text } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { refundApplicationFee } from "./application-fee.ts";
import { bookRefund } from "./charge-balance.ts";
import { findTestPaymentMethod } from "./test-payment-methods.ts";

export const REFUND_PARAMS = {
  amount: integer,
  charge: text,
  metadata,
  payment_intent: text,
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
  refund_application_fee: boolean,
} satisfies ShapeOf<Stripe.RefundCreateParams>;

type RefundParams = Read<typeof REFUND_PARAMS>;

export function createRefund(scope: Scope, params: RefundParams): Stripe.Refund {
  const charge = findCharge(scope, params);
  const amount = checkRefund(scope, charge, params);
  const refund = scope.insert("refund", newRefund(scope, charge, { amount, params }));
  scheduleOutcome(scope, charge, refund);
  scope.emit("refund.created", refund);

  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  scope.emit("charge.refunded", scope.save(charge));
  const feeReturned = params.refund_application_fee ? refundApplicationFee(scope, charge, refund) : 0;
  // One that waits has not moved any money yet.
  if (refund.status === "succeeded") {
    bookRefund(scope, refund, { charge, feeReturned });
  }
  return refund;
}

const BANK_MS = 1000;

/** Facts 8, 21 and 25: what the payment's method lets become of a refund, and what is heard of it later. */
function scheduleOutcome(scope: Scope, charge: Stripe.Charge, refund: Stripe.Refund): void {
  const outcome = methodOf(charge)?.refund ?? "succeeded";
  if (outcome === "pending") {
    refund.status = "pending";
    refund.pending_reason = "processing";
    scope.later("settle_refund", refund.id, BANK_MS);
  } else if (outcome === "requires_action") {
    refund.status = "requires_action";
    refund.next_action = { type: "display_details" };
  } else if (outcome === "failed_later") {
    scope.later("fail_refund", refund.id, BANK_MS);
  } else if (charge.payment_method_details?.type !== "us_bank_account") {
    scope.later("reference_refund", refund.id, BANK_MS);
  }
  scope.save(refund);
}

const methodOf = (charge: Stripe.Charge) => findTestPaymentMethod(idOf(charge.payment_method ?? ""));

function findCharge(
  scope: Scope,
  { charge: chargeId, payment_intent: intentId }: RefundParams,
): Stripe.Charge {
  if (chargeId !== undefined && intentId !== undefined) {
    throw invalid("You may only specify one of these parameters: charge, payment_intent.");
  }
  if (intentId === undefined) {
    return findNamedCharge(scope, chargeId);
  }
  const intent = findReference(scope, "payment_intent", intentId);
  if (intent.status !== "succeeded" || intent.latest_charge === null) {
    // Fact 15: no code and no parameter, so that only the intent itself tells why.
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  return findReference(scope, "charge", idOf(intent.latest_charge));
}

/** A charge that is not there is 404, although the request's path is not its own. */
function findNamedCharge(scope: Scope, id: string | undefined): Stripe.Charge {
  if (id === undefined) {
    throw missingParam("charge");
  }
  const found = scope.find("charge", id);
  if (!found) {
    throw new ApiError(404, `No such charge: '${id}'`, { code: "resource_missing", param: "charge" });
  }
  return found;
}

function findReference<K extends "charge" | "payment_intent">(scope: Scope, kind: K, id: string) {
  const found = scope.find(kind, id);
  if (!found) {
    throw noSuchReference(kind, id, kind);
  }
  return found;
}

/** The amount to refund, if the charge allows it. */
function checkRefund(scope: Scope, charge: Stripe.Charge, params: RefundParams): number {
  if (!charge.captured || charge.status !== "succeeded") {
    throw invalid(`Charge ${charge.id} is not captured: cancel its payment instead of refunding it.`);
  }
  if (charge.disputed && !isRefundableDespiteDispute(scope, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  // Fact 6: the uncaptured rest of a partial capture is neither refunded nor left to be.
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const amount = params.amount ?? left;
  if (amount < 1) {
    throw invalid("Refund amount must be at least 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  }
  if (amount > left) {
    // Fact 15: the processor gives no code here; only the parameter tells what was wrong.
    throw new ApiError(
      400,
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`,
      {
        param: "amount",
      },
    );
  }
  // Fact 3.
  if (params.refund_application_fee && charge.application_fee === null) {
    throw invalid(`Attempting to refund_application_fee on ${charge.id}, but it has no application fee.`, {
      param: "refund_application_fee",
    });
  }
  return amount;
}

/** Fact 10: the dispute itself says so: yes for an inquiry and after a win. */
function isRefundableDespiteDispute(scope: Scope, charge: Stripe.Charge): boolean {
  const query = {
    limit: 1,
    created: [],
    fields: [{ field: "charge", operator: "=" as const, value: charge.id }],
  };
  const [dispute] = scope.objects.list("dispute", scope.account, query).data;
  return dispute?.is_charge_refundable ?? true;
}

function newRefund(
  scope: Scope,
  charge: Stripe.Charge,
  { amount, params }: { amount: number; params: RefundParams },
): Stripe.Refund {
  return {
    id: scope.newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: scope.nowSeconds,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
