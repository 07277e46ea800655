import type Stripe from "stripe";
import type { IntentSnapshot } from "../domain/payments/payment.ts";
import { ask, inspect } from "./client.ts";
import type { RefusalMeanings } from "./errors.ts";
import { searchList, windowAround } from "./lookup.ts";
import { toSnapshot } from "./snapshot.ts";

/** More than the time of a request allows for; bounded all the same. */
const MAX_REFUND_PAGES = 100;

const REFUSALS: RefusalMeanings = new Map([
  ["amount", "refund_exceeds_charge"],
  ["amount_too_large", "refund_exceeds_charge"],
  ["card_error", "processor_rejected"],
]);

export type RefundReason = "requested_by_customer" | "duplicate" | "fraudulent";

/** Refunds, and answers the payment as it stands after it: the cumulative numbers are the charge's. */
export async function createRefund(refund: {
  accountId: string;
  intentId: string;
  amountCents: number;
  reason?: RefundReason | undefined;
  /** undefined where there is no fee: the processor refuses the parameter then. */
  refundApplicationFee?: boolean | undefined;
  svcPaymentId: string;
  operationId: string;
  processorKey: string;
}): Promise<IntentSnapshot> {
  const { refundApplicationFee, svcPaymentId, operationId } = refund;
  const parameters: Stripe.RefundCreateParams = {
    payment_intent: refund.intentId,
    amount: refund.amountCents,
    ...(refund.reason && { reason: refund.reason }),
    ...(refundApplicationFee !== undefined && { refund_application_fee: refundApplicationFee }),
    metadata: { svcPaymentId, svcOperationId: operationId },
    expand: ["payment_intent.latest_charge"],
  };
  const options = { stripeAccount: refund.accountId, idempotencyKey: refund.processorKey };
  const created = await ask((stripe) => stripe.refunds.create(parameters, options), {}, REFUSALS);
  const intent = created.payment_intent;
  if (!intent || typeof intent === "string")
    throw new Error("The processor answered a refund without its intent.");
  return toSnapshot(intent);
}

export type RefundSearch = {
  accountId: string;
  intentId: string;
  operationId: string;
  /** When it was first asked for, and what time it is. */
  firstAt: number;
  now: number;
};

/**
 * Whether an earlier attempt of this operation made its refund, and what the payment's refunds add up to: at least
 * those that succeeded, at most all of them. (How the processor counts pending and failed ones is not documented.)
 *
 * Looked for first since it was asked for: a payment with thousands of refunds is found so within one request's time.
 */
export async function searchRefund(search: RefundSearch) {
  const { firstAt, now } = search;
  const created = windowAround({ firstAt, lastAt: firstAt, now });
  const isMade = await listRefunds(search, { created }, (refund) => isOf(refund, search));
  if (isMade) return { isFound: true, leastCents: 0, mostCents: 0 };
  const sum = { leastCents: 0, mostCents: 0 };
  const isFound = await listRefunds(search, {}, (refund) => {
    sum.mostCents += refund.amount;
    if (refund.status === "succeeded") sum.leastCents += refund.amount;
    return isOf(refund, search);
  });
  return { isFound, ...sum };
}

const isOf = ({ metadata }: Stripe.Refund, { operationId }: RefundSearch): boolean =>
  metadata?.svcOperationId === operationId;

async function listRefunds(
  { accountId, intentId }: RefundSearch,
  filter: Pick<Stripe.RefundListParams, "created">,
  matches: (refund: Stripe.Refund) => boolean,
): Promise<boolean> {
  const options = { stripeAccount: accountId };
  const found = await searchList(
    (paging) =>
      inspect((stripe) => stripe.refunds.list({ payment_intent: intentId, ...filter, ...paging }, options)),
    matches,
    MAX_REFUND_PAGES,
  );
  return found !== undefined;
}
