import type Stripe from "stripe";
import type { TimeWindow } from "../domain/finance/time-window.ts";
import { readFromProcessor } from "./client.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";

/** `accountId`: null where the processor does not show which fee a line is about. */
export type EarnedFee = {
  accountId: string | null;
  currency: string;
  amountCents: number;
  returnedCents: number;
};

export type FeePage = { fees: EarnedFee[]; next?: string };

/** They are the platform's own: no account is named. */
export async function listEarnedFees(window: TimeWindow, after: string | undefined): Promise<FeePage> {
  const parameters = {
    created: createdWithin(window),
    ...pageAfter(after),
  };
  const page = await readFromProcessor((stripe) => stripe.applicationFees.list(parameters));
  const fees = page.data.map(({ account, currency, amount, amount_refunded }) => ({
    accountId: idOf(account),
    currency,
    amountCents: amount,
    returnedCents: amount_refunded,
  }));
  return { fees, ...nextOf(page) };
}

const EARNED = ["platform_earning", "platform_earning_refund"];

/**
 * The lines of fees on the platform's own balance, in the currency that it settles in. A line never changes, and a
 * return is a line of the time in which it happened.
 */
export async function listFeeLines(window: TimeWindow, after: string | undefined): Promise<FeePage> {
  const parameters = { created: createdWithin(window), expand: ["data.source"], ...pageAfter(after) };
  const page = await readFromProcessor((stripe) => stripe.balanceTransactions.list(parameters));
  const fees: EarnedFee[] = [];
  for (const line of page.data) {
    if (!EARNED.includes(line.reporting_category)) continue;
    const isFee = line.type === "application_fee";
    fees.push({
      accountId: await accountOf(line.source),
      currency: line.currency,
      amountCents: isFee ? line.net : 0,
      returnedCents: isFee ? 0 : -line.net || 0,
    });
  }
  return { fees, ...nextOf(page) };
}

/** A returned fee names its fee, which knows the account. */
async function accountOf(source: Stripe.BalanceTransaction["source"]): Promise<string | null> {
  if (source === null || typeof source === "string") return null;
  if (source.object === "application_fee") return idOf(source.account);
  if (source.object !== "fee_refund") return null;
  const fee = source.fee;
  if (typeof fee !== "string") return idOf(fee.account);
  return idOf((await readFromProcessor((stripe) => stripe.applicationFees.retrieve(fee))).account);
}

const idOf = (reference: string | { id: string }): string =>
  typeof reference === "string" ? reference : reference.id;
