import type Stripe from "stripe";
import { ApiError, invalid, missingParam, noSuchReference } from "../http/api-error.ts";
import { metadata } from "../http/metadata.ts";
import { boolean, integer, oneOf, type Read, type ShapeOf, text } from "../http/params.ts";
import { idOf } from "../world/ids.ts";
import { PLATFORM, type Scope } from "../world/scope.ts";
import { hasFee } from "./fee-collection.ts";
import { rulesOf } from "./other-methods.ts";

export const REFUND_PARAMS = {
  amount: integer,
  charge: text,
  metadata,
  payment_intent: text,
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
  refund_application_fee: boolean,
} satisfies ShapeOf<Stripe.RefundCreateParams>;

/** `inPerson`: the customer's card is at a reader. */
export type RefundParams = Read<typeof REFUND_PARAMS> & { inPerson?: true };

export function findCharge(
  scope: Scope,
  { charge: chargeId, payment_intent: intentId }: RefundParams,
): Stripe.Charge {
  if (chargeId !== undefined && intentId !== undefined)
    throw invalid("You may only specify one of these parameters: charge, payment_intent.");
  if (intentId === undefined) return findNamedCharge(scope, chargeId);
  const intent = findReference(scope, "payment_intent", intentId);
  if (intent.status !== "succeeded" || intent.latest_charge === null) {
    // Fact 15: no code and no parameter, so that only the intent itself tells why.
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  return findReference(scope, "charge", idOf(intent.latest_charge));
}

/** A charge that is not there is 404, although the request's path is not its own. */
function findNamedCharge(scope: Scope, id: string | undefined): Stripe.Charge {
  if (id === undefined) throw missingParam("charge");
  const found = scope.find("charge", id);
  if (!found)
    throw new ApiError(404, `No such charge: '${id}'`, { code: "resource_missing", param: "charge" });
  return found;
}

function findReference<K extends "charge" | "payment_intent">(scope: Scope, kind: K, id: string) {
  const found = scope.find(kind, id);
  if (!found) throw noSuchReference(kind, id, kind);
  return found;
}

export function checkRefund(scope: Scope, charge: Stripe.Charge, params: RefundParams): number {
  if (!charge.captured || charge.status !== "succeeded")
    throw invalid(`Charge ${charge.id} is not captured: cancel its payment instead of refunding it.`);
  if (charge.disputed && !isRefundableDespiteDispute(scope, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  rejectMethod(scope, charge, params);
  // Fact 6: the uncaptured rest of a partial capture is neither refunded nor left to be.
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
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
  if (params.refund_application_fee && !hasFee(charge)) {
    throw invalid(`Attempting to refund_application_fee on ${charge.id}, but it has no application fee.`, {
      param: "refund_application_fee",
    });
  }
  if (params.refund_application_fee && scope.accountsWithoutFunds.has(PLATFORM)) {
    // Fact 5: assumed.
    throw invalid("The platform's balance is insufficient to return the application fee.", {
      code: "balance_insufficient",
    });
  }
  return amount;
}

const DAY_SECONDS = 24 * 60 * 60;

/** Facts 27 and 34: an Interac card must be there, and other methods are refunded for some months only. */
function rejectMethod(scope: Scope, charge: Stripe.Charge, { inPerson }: RefundParams): void {
  const type = charge.payment_method_details?.type ?? "";
  if ((type === "interac_present") !== (inPerson === true))
    throw invalid("In-person refunds are for Interac payments, and those cannot be refunded otherwise.");
  const { refundDays } = rulesOf(type) ?? {};
  if (refundDays !== undefined && scope.nowSeconds > charge.created + refundDays * DAY_SECONDS)
    throw invalid(`A payment with ${type} cannot be refunded after ${refundDays} days.`);
}

/** Fact 10: the dispute itself says so: yes for an inquiry and after a win. */
function isRefundableDespiteDispute(scope: Scope, charge: Stripe.Charge): boolean {
  const query = { limit: 1, equals: { charge: charge.id } };
  const [dispute] = scope.objects.list("dispute", scope.account, query).data;
  return dispute?.is_charge_refundable ?? true;
}
