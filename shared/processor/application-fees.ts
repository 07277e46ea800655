import type { TimeWindow } from "../domain/finance/time-window.ts";
import { readFromProcessor } from "./client.ts";
import { createdWithin, nextOf, pageAfter } from "./lookup.ts";

export type EarnedFee = { accountId: string; currency: string; amountCents: number; returnedCents: number };

export type FeePage = { fees: EarnedFee[]; next?: string };

/** They are the platform's own: no account is named. */
export async function listEarnedFees(window: TimeWindow, after: string | undefined): Promise<FeePage> {
  const parameters = {
    created: createdWithin(window),
    ...pageAfter(after),
  };
  const page = await readFromProcessor((stripe) => stripe.applicationFees.list(parameters));
  const fees = page.data.map(({ account, currency, amount, amount_refunded }) => ({
    accountId: typeof account === "string" ? account : account.id,
    currency,
    amountCents: amount,
    returnedCents: amount_refunded,
  }));
  return { fees, ...nextOf(page) };
}
