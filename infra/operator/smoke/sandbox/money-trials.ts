import { describe, refusalOr, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What moves money back: refunds, returned fees, disputes. */

export async function seeEarlyFeeReturn(seller: Seller): Promise<Seen> {
  const refund = await refusalOr(seller.refund(await seller.sell("pm_card_visa")));
  if (refund instanceof Error) return seen(false, `refused: ${describe(refund)}`);
  return seen(refund.status === "succeeded", `a refund with its fee at once: ${refund.status}`);
}

export async function seeFeeReturnLine(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const intent = await seller.sell("pm_card_visa");
  await seller.feeOf(intent);
  const before = Math.floor(Date.now() / 1000) - 60;
  await seller.refund(intent);
  const { id } = await seller.feeOf(intent);
  const line = await seller.eventually("the line of a returned fee", async () => {
    const list = { created: { gte: before }, expand: ["data.source"], limit: 100 };
    const { data } = await stripe.balanceTransactions.list(list, options);
    return data.find(({ reporting_category, net, source }) => {
      const isOfFee = JSON.stringify(source ?? "").includes(id);
      return isOfFee || (reporting_category === "fee" && net > 0);
    });
  });
  const kind = typeof line.source === "object" ? line.source?.object : line.source;
  const says = `type ${line.type}, category ${line.reporting_category}, source ${kind ?? "null"}, amount ${line.amount}`;
  return seen(line.reporting_category === "fee" && kind === "fee_refund", says);
}

export async function seePendingRefund(seller: Seller): Promise<Seen> {
  const intent = await seller.sell("pm_card_pendingRefund");
  const { status } = await seller.refund(intent);
  const { amount_refunded } = await seller.chargeOf(intent);
  return seen(
    status === "pending" && amount_refunded === intent.amount,
    `${status}; amount_refunded ${amount_refunded}`,
  );
}

export async function seeFailedRefund(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const intent = await seller.sell("pm_card_refundFail");
  await seller.feeOf(intent);
  const { id } = await seller.refund(intent);
  const failed = await seller.eventually("the refund's failure", async () => {
    const refund = await stripe.refunds.retrieve(id, {}, options);
    return refund.status === "failed" ? refund : undefined;
  });
  const { amount_refunded } = await seller.chargeOf(intent);
  const { amount_refunded: returned } = await seller.feeOf(intent);
  const says = `${failed.failure_reason}; amount_refunded ${amount_refunded}; of the fee ${returned} stays returned`;
  return seen(amount_refunded === 0 && returned === 0, says);
}

export async function seeInquiry(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const { id: payment_intent } = await seller.sell("pm_card_createDisputeInquiry");
  const { id } = await seller.eventually("the inquiry", async () => {
    const { data } = await stripe.disputes.list({ payment_intent }, options);
    return data[0];
  });
  const evidence = { uncategorized_text: "escalate_inquiry_evidence" };
  await stripe.disputes.update(id, { evidence }, options);
  await seller.eventually("the chargeback", async () => {
    const { status } = await stripe.disputes.retrieve(id, {}, options);
    return status === "needs_response" ? status : undefined;
  });
  const types = ["charge.dispute.updated", "charge.dispute.funds_withdrawn"];
  const { data } = await stripe.events.list({ types, limit: 100 }, options);
  const told = types.filter((type) =>
    data.some((event) => event.type === type && JSON.stringify(event.data.object).includes(id)),
  );
  return seen(told.length === types.length, `a chargeback now; told by ${told.join(", ") || "nothing"}`);
}
