import type { ComponentChildren } from "preact";
import { HEADLINES } from "../../../../../shared/domain/payments/headline.ts";
import type { Schemas } from "../../api/types.ts";
import { Money } from "../../parts/money.tsx";
import { None, Text } from "../../parts/text.tsx";
import { labelOf } from "../../words/labels.ts";

type PaymentFacts = Schemas["PaymentFacts"];
type Props = {
  before: PaymentFacts | null;
  after: PaymentFacts | null;
  currency: string | undefined;
  names?: [string, string];
};

export function BeforeAndAfter({ before, after, currency, names = ["Before", "After"] }: Props) {
  const row = (name: string, of: (facts: PaymentFacts) => ComponentChildren) => (
    <tr>
      <th scope="row">{name}</th>
      <td>{before ? of(before) : <None />}</td>
      <td>{after ? of(after) : <None />}</td>
    </tr>
  );
  return (
    <table class="small">
      <thead>
        <tr>
          <td />
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row("Status", ({ status }) => (
          <Text value={labelOf(HEADLINES, status).text} />
        ))}
        {row("Amount", ({ amountCents }) => (
          <Money cents={amountCents} currency={currency} />
        ))}
        {row("Refunded", ({ refundedCents }) => (
          <Money cents={refundedCents} currency={currency} />
        ))}
        {row("Platform fee", ({ applicationFeeCents }) => (
          <Money cents={applicationFeeCents} currency={currency} />
        ))}
      </tbody>
    </table>
  );
}
