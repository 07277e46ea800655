import type Stripe from "stripe";
import { answerOf, describe, idOf, type Seen, seen } from "./seen.ts";
import type { Seller } from "./seller.ts";

/* What moves money back: refunds, returned fees, disputes. */

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

/** More than any test account has: the debit's own money is not there yet. */
const NOBODY_HAS = 5_000_000;

export async function seeDebitRefund(seller: Seller): Promise<Seen> {
  const intent = await seller.debit("pm_usBankAccount_success", { amount: NOBODY_HAS });
  const refund = await answerOf(seller.refund(intent));
  if (refund instanceof Error) return seen(false, describe(refund));
  const { status, failure_reason } = refund;
  return seen(status === "failed" && failure_reason === "insufficient_funds", `${status}, ${failure_reason}`);
}

/** The line of the failure is about a refund of its own, so it is not found by the charge's id. */
export async function seeDebitFailureLine(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const { id: payment_intent } = await seller.debit("pm_usBankAccount_insufficientFunds");
  const expand = ["data.failure_balance_transaction"];
  const line = await seller.eventually("the line of the failure", async () => {
    const { data } = await stripe.charges.list({ payment_intent, expand }, options);
    return (data[0]?.failure_balance_transaction ?? undefined) as Stripe.BalanceTransaction | undefined;
  });
  const source = idOf(line.source) ?? "nothing";
  const isFeeBack = line.fee_details.some(({ type, amount }) => type === "application_fee" && amount < 0);
  const says = `${line.type} (${line.reporting_category}) about ${source}, ${isFeeBack ? "with" : "without"} the platform's fee`;
  return seen(line.reporting_category === "charge_failure" && source.startsWith("pyr_") && isFeeBack, says);
}

/** A payout fails where the account's bank account is one of the processor's failing ones: a person sets that. */
export async function seeFailedPayout({ stripe, options }: Seller): Promise<Seen> {
  const { data } = await stripe.payouts.list({ status: "failed", limit: 100 }, options);
  const payout = data.find(({ automatic }) => automatic);
  if (!payout) throw new Error("No automatic payout of this account has failed yet.");
  const returned = await stripe.balanceTransactions.retrieve(
    idOf(payout.failure_balance_transaction) ?? "",
    {},
    options,
  );
  const lines = await stripe.balanceTransactions.list({ payout: payout.id, limit: 100 }, options);
  const isIn = lines.data.some(({ id }) => id === returned.id);
  const says = `${returned.type} (${returned.reporting_category}), ${isIn ? "" : "not "}among its ${lines.data.length} lines`;
  const isReturned = returned.type === "payout_failure" && returned.net === payout.amount;
  return seen(isReturned && !isIn && lines.data.some(({ type }) => type === "payout"), says);
}

export async function seeReinstatedFunds(seller: Seller): Promise<Seen> {
  const { stripe, options } = seller;
  const { id: payment_intent } = await seller.sell("pm_card_createDispute");
  const { id } = await seller.eventually("the dispute", async () => {
    const { data } = await stripe.disputes.list({ payment_intent }, options);
    return data[0];
  });
  const won = { evidence: { uncategorized_text: "winning_evidence" }, submit: true };
  await stripe.disputes.update(id, won, options);
  const { status, balance_transactions } = await seller.eventually("its end", async () => {
    const dispute = await stripe.disputes.retrieve(id, {}, options);
    return dispute.status === "needs_response" || dispute.status === "under_review" ? undefined : dispute;
  });
  const type = "charge.dispute.funds_reinstated";
  const { data } = await stripe.events.list({ type, limit: 100 }, options);
  const isTold = data.some((event) => JSON.stringify(event.data.object).includes(id));
  const nets = balance_transactions.map(({ net }) => net).join(", ");
  const says = `${status}; ${isTold ? "" : "no "}${type}; lines of ${nets}`;
  return seen(status === "won" && isTold && balance_transactions.length === 2, says);
}

/** Needs a platform without money: pay its balance out first. */
export async function seeEmptyPlatform(seller: Seller): Promise<Seen> {
  const sale = await seller.sell("pm_card_visa");
  const refund = await answerOf(seller.refund(sale));
  if (refund instanceof Error) return seen(refund.code === "balance_insufficient", describe(refund));
  const { available } = await seller.stripe.balance.retrieve();
  const left = available.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");
  return seen(false, `refunded with its fee; the platform has ${left || "nothing"}`);
}
