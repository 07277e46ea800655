import type Stripe from "stripe";
import { REFUND_ID } from "../domain/id-forms.ts";
import type { RefundBody } from "../domain/payments/operation.ts";
import type { IntentSnapshot } from "../domain/payments/payment.ts";
import type { ListedRefund, RefundFacts } from "../domain/payments/refund.ts";
import { callProcessor, readFromProcessor } from "./client.ts";
import type { RejectionMeanings } from "./errors.ts";
import { searchList } from "./lookup.ts";
import { toSnapshot } from "./snapshot.ts";

const REJECTIONS: RejectionMeanings = new Map([
  ["amount", "refund_exceeds_charge"],
  ["amount_too_large", "refund_exceeds_charge"],
  ["card_error", "processor_rejected"],
]);

/** Without money of its own an account's refund waits or fails later, so it is the platform that lacks it. */
const REJECTIONS_WITH_FEE: RejectionMeanings = new Map([
  ...REJECTIONS,
  ["balance_insufficient", "fee_not_returnable"],
]);

/** The cumulative numbers are the charge's. */
const WITH_CHARGE = ["payment_intent.latest_charge"];

export type FetchedRefund = { refund: RefundFacts; snapshot: IntentSnapshot };

export type NewRefund = {
  accountId: string;
  intentId: string;
  amountCents: number;
  /** undefined where there is no fee: the processor rejects the parameter then. */
  refundApplicationFee?: boolean | undefined;
  replaces?: string | undefined;
  svcPaymentId: string;
  operationId: string;
  keyNumber: number;
  processorKey: string;
};

/** Whatever its status: the processor may accept a refund and not be able to carry it out. */
export async function createRefund(
  refund: NewRefund & { reason?: RefundBody["reason"] },
): Promise<RefundFacts> {
  const parameters: Stripe.RefundCreateParams = {
    ...refundParameters(refund),
    ...(refund.reason && { reason: refund.reason }),
  };
  const options = { stripeAccount: refund.accountId, idempotencyKey: refund.processorKey };
  const call = (stripe: Stripe) => stripe.refunds.create(parameters, options);
  return toFacts(await callProcessor(call, {}, refundRejections(refund)));
}

/** By its metadata a refund is found that was made in our name, also at a reader. */
export const refundParameters = (refund: NewRefund) => ({
  payment_intent: refund.intentId,
  amount: refund.amountCents,
  ...(refund.refundApplicationFee !== undefined && { refund_application_fee: refund.refundApplicationFee }),
  metadata: {
    svcPaymentId: refund.svcPaymentId,
    svcOperationId: refund.operationId,
    svcKeyNumber: String(refund.keyNumber),
    ...(refund.replaces && { svcReplaces: refund.replaces }),
  },
});

export const refundRejections = ({ refundApplicationFee }: NewRefund): RejectionMeanings =>
  refundApplicationFee ? REJECTIONS_WITH_FEE : REJECTIONS;

export async function fetchRefund(accountId: string, refundId: string): Promise<FetchedRefund> {
  const options = { stripeAccount: accountId };
  const refund = await readFromProcessor((stripe) =>
    stripe.refunds.retrieve(refundId, { expand: WITH_CHARGE }, options),
  );
  const intent = refund.payment_intent;
  if (!intent || typeof intent === "string")
    throw new Error("The processor answered a refund without its intent.");
  return { refund: toFacts(refund), snapshot: toSnapshot(intent) };
}

/**
 * The SDK's type is open, and a very old refund has no status at all: then it was made. The account's owner can write
 * anything into metadata, also what cannot be the key of an item.
 */
const toFacts = ({
  id,
  status,
  amount,
  created,
  failure_reason,
  pending_reason,
  metadata,
}: Stripe.Refund): RefundFacts => ({
  refundId: id,
  status: status ?? "succeeded",
  failureReason: failure_reason ?? null,
  pendingReason: pending_reason ?? null,
  amountCents: amount,
  createdAt: created * 1000,
  operationId: metadata?.svcOperationId,
  ...(metadata?.svcReplaces && REFUND_ID.test(metadata.svcReplaces) && { replaces: metadata.svcReplaces }),
});

/** A page holds 100, so most payments need one. A longer list proves nothing. */
const MAX_PAGES = 100;

/** All refunds of a payment, whoever made them and whatever became of them. The list shows at once what was made. */
export async function searchRefunds({
  accountId,
  intentId,
}: {
  accountId: string;
  intentId: string;
}): Promise<RefundFacts[]> {
  const found: RefundFacts[] = [];
  await searchList(
    (paging) =>
      readFromProcessor((stripe) =>
        stripe.refunds.list({ payment_intent: intentId, ...paging }, { stripeAccount: accountId }),
      ),
    (refund) => {
      found.push(toFacts(refund));
      return false;
    },
    { maxPages: MAX_PAGES },
  );
  return found;
}

/** Includes refunds from the dashboard. */
export async function listRefunds(
  { accountId, intentId, svcPaymentId }: { accountId: string; intentId: string; svcPaymentId: string },
  page: { limit: number; startingAfter?: string | undefined },
): Promise<{ refunds: ListedRefund[]; hasMore: boolean }> {
  const parameters: Stripe.RefundListParams = {
    payment_intent: intentId,
    limit: page.limit,
    ...(page.startingAfter && { starting_after: page.startingAfter }),
  };
  const { data, has_more: hasMore } = await readFromProcessor((stripe) =>
    stripe.refunds.list(parameters, { stripeAccount: accountId }),
  );
  const refunds = data.map((refund) => ({
    ...toFacts(refund),
    reason: refund.reason,
    isOurs: refund.metadata?.svcPaymentId === svcPaymentId,
  }));
  return { refunds, hasMore };
}
