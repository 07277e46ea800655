import type Stripe from "stripe";
import { ApiError } from "../http/api-error.ts";
import { idOf } from "../world/ids.ts";
import type { Scope } from "../world/scope.ts";
import { undoFeeRefund } from "./application-fee.ts";
import { findOwn } from "./find.ts";

/** The buyer's bank sends the money back, days after the refund was made: everything is undone. */
export function failRefund(scope: Scope, id: string): Stripe.Refund {
  const refund = findOwn(scope, "refund", id);
  if (refund.status !== "succeeded" || refund.charge === null) {
    throw new ApiError(409, `Refund ${id} is ${refund.status}.`);
  }
  refund.status = "failed";
  refund.failure_reason = "lost_or_stolen_card";
  scope.save(refund);

  const charge = findOwn(scope, "charge", idOf(refund.charge));
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  scope.emit("charge.updated", scope.save(charge));
  undoFeeRefund(scope, charge, refund);

  scope.emit("refund.updated", refund);
  scope.emit("charge.refund.updated", refund);
  scope.emit("refund.failed", refund);
  return refund;
}
