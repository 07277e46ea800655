import { amountText } from "../../shared/domain/payments/currency.ts";
import { netOf } from "../../shared/domain/payments/net.ts";
import type { paymentDetailsView } from "../../shared/views/payment-details.ts";

type Paid = Parameters<typeof netOf>[0];
type Fees = NonNullable<ReturnType<typeof paymentDetailsView>["fees"]>;

/** What is left of a payment, as the console's money box shows it. */
export function describeNet(payment: Paid, fees: Fees): Record<string, string> {
  const { isForeign, parts, name, cents } = netOf(payment, fees);
  const text = (value: number) => amountText(value, fees.currency);
  const named = parts.map((part) => `${inSentence(part.name)} ${text(part.cents)}`).join(", ");
  return {
    ...(isForeign && {
      Charged: `${amountText(fees.chargedCents, fees.chargeCurrency)} ${fees.chargeCurrency}, settled as ${text(fees.grossCents)} ${fees.currency}`,
    }),
    [name]: `${text(cents)} ${fees.currency} (${named}), available ${fees.availableOn.slice(0, 10)}`,
  };
}

/** Within a sentence only a proper name begins with a capital. */
const inSentence = (name: string): string =>
  name.startsWith("Stripe") ? name : name.charAt(0).toLowerCase() + name.slice(1);
