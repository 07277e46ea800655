import { amountText } from "../../shared/domain/payments/currency.ts";
import type { paymentDetailsView } from "../../shared/views/payment-details.ts";

type Paid = { amountCents: number; refundedCents: number; applicationFeeCents: number; currency: string };
type Fees = NonNullable<ReturnType<typeof paymentDetailsView>["fees"]>;

/**
 * What is left of a payment, as the console's money box shows it. A sale in another currency than the account's is shown
 * as it was settled. Its refunds are not in it: each has a rate of its own.
 */
export function describeNet(payment: Paid, fees: Fees): Record<string, string> {
  const { amountCents, refundedCents, applicationFeeCents } = payment;
  const isForeign = fees.currency !== payment.currency;
  const own: [string, number][] = isForeign
    ? [
        ["settled", fees.grossCents],
        ["platform fee", -fees.platformFeeCents],
      ]
    : [
        ["amount", amountCents],
        ["refunds", -refundedCents],
        ["platform fee", -applicationFeeCents],
        ["returned platform fee", fees.platformFeeReturnedCents ?? 0],
      ];
  const parts = [
    ...own,
    ["Stripe fees", -fees.processorFeeCents],
    ["disputes", -fees.disputesCents],
    ["dispute fees", -fees.disputeFeesCents],
  ].filter(([, cents]) => cents !== 0) as [string, number][];
  const text = (cents: number) => amountText(cents, fees.currency);
  const net = parts.reduce((sum, [, cents]) => sum + cents, 0);
  const rate = fees.exchangeRate === null ? "" : ` at ${fees.exchangeRate}`;
  return {
    ...(isForeign && {
      Charged: `${amountText(fees.chargedCents, fees.chargeCurrency)} ${fees.chargeCurrency}, settled in ${fees.currency}${rate}`,
    }),
    [isForeign && refundedCents > 0 ? "Net before refunds" : "Net"]:
      `${text(net)} ${fees.currency} (${parts.map(([name, cents]) => `${name} ${text(cents)}`).join(", ")}), available ${fees.availableOn.slice(0, 10)}`,
  };
}
