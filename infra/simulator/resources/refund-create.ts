import type Stripe from "stripe";
import { mergeMetadata } from "../http/metadata.ts";
import { text } from "../http/params.ts";
import type { RefundOutcome } from "../world/refund-outcomes.ts";
import type { Scope } from "../world/scope.ts";
import { bookRefund } from "./charge-balance.ts";
import { type Route, route } from "./define-route.ts";
import { returnFee } from "./fee-collection.ts";
import { findNamed } from "./find.ts";
import { listObjects, PAGING_BY_TIME } from "./list.ts";
import { rulesOf } from "./other-methods.ts";
import { checkRefund, findCharge, REFUND_PARAMS, type RefundParams } from "./refund-checks.ts";
import { newRefund } from "./refund-object.ts";
import { cancelRefund } from "./refund-outcome.ts";
import { methodOfCharge } from "./saved-methods.ts";

export function createRefund(scope: Scope, params: RefundParams): Stripe.Refund {
  const charge = findCharge(scope, params);
  const amount = checkRefund(scope, charge, params);
  const { reason = null, metadata } = params;
  const made = newRefund(scope, charge, { amount, reason, metadata: mergeMetadata({}, metadata) });
  const refund = scope.insert("refund", made);
  const outcome = outcomeOf(scope, charge);
  const isCard = rulesOf(charge.payment_method_details?.type ?? "") === undefined;
  beginRefund(scope, refund, { outcome, isCard });
  scope.emit("refund.created", scope.save(refund));
  if (outcome === "failed") {
    // Fact 25: it is answered, and it has moved nothing.
    scope.emit("refund.failed", refund);
    return refund;
  }
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  scope.emit("charge.refunded", scope.save(charge));
  // Fact 25: the money leaves the balance at once, also for a refund that is still on its way; only without money it waits.
  if (outcome !== "insufficient_funds") bookRefund(scope, refund, charge);
  if (params.refund_application_fee) returnFee(scope, charge, refund);
  return refund;
}

const BANK_MS = 1000;
/** Fact 25: so long a refund to a bank account can take. */
const BANK_ACCOUNT_MS = 3 * 24 * 60 * 60 * 1000;

/** Facts 8, 21 and 25: what becomes of a refund, by a control, by the account's money, or by the payment's method. */
function outcomeOf(scope: Scope, charge: Stripe.Charge): RefundOutcome | "insufficient_funds" {
  const wanted = scope.nextRefunds.shift();
  if (wanted !== undefined) return wanted;
  const isBankDebit = charge.payment_method_details?.type === "us_bank_account";
  if (scope.accountsWithoutFunds.has(scope.account)) return isBankDebit ? "failed" : "insufficient_funds";
  return methodOfCharge(scope, charge)?.refund ?? "succeeded";
}

function beginRefund(
  scope: Scope,
  refund: Stripe.Refund,
  { outcome, isCard }: { outcome: RefundOutcome | "insufficient_funds"; isCard: boolean },
): void {
  switch (outcome) {
    case "succeeded":
      if (isCard) scope.later("reference_refund", refund.id, BANK_MS);
      break;
    case "pending":
    case "pending_for_days":
      Object.assign(refund, { status: "pending", pending_reason: "processing" });
      scope.later("settle_refund", refund.id, outcome === "pending" ? BANK_MS : BANK_ACCOUNT_MS);
      break;
    case "insufficient_funds":
      Object.assign(refund, { status: "pending", pending_reason: "insufficient_funds" });
      break;
    case "requires_action":
      refund.status = "requires_action";
      refund.next_action = { type: "display_details" };
      break;
    case "failed_later":
      scope.later("fail_refund", refund.id, BANK_MS);
      break;
    case "failed":
      refund.status = "failed";
      refund.failure_reason = "insufficient_funds";
  }
}

const COLLECTION = "/v1/refunds";

export const REFUND_ROUTES: Route[] = [
  route(`POST ${COLLECTION}`, "RefundCreateParams", REFUND_PARAMS, createRefund),
  route(
    `GET ${COLLECTION}`,
    "RefundListParams",
    { ...PAGING_BY_TIME, charge: text, payment_intent: text },
    (call, { charge, payment_intent, ...paging }) =>
      listObjects(call, "refund", { url: COLLECTION, paging, equals: { charge, payment_intent } }),
  ),
  route(`GET ${COLLECTION}/{id}`, "RefundRetrieveParams", {}, (call) => findNamed(call, "refund")),
  route(`POST ${COLLECTION}/{id}/cancel`, "RefundCancelParams", {}, (call) =>
    cancelRefund(call, findNamed(call, "refund")),
  ),
];
