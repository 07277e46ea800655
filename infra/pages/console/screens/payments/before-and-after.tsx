import type { ComponentChildren } from "preact";
import { HEADLINES } from "../../../../../shared/domain/payments/headline.ts";
import type { Schemas } from "../../api/types.ts";
import { Money } from "../../parts/money.tsx";
import { shown } from "../../parts/text.tsx";
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
      <td>{shown(before && of(before))}</td>
      <td>{shown(after && of(after))}</td>
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
        {row("Status", ({ status }) => labelOf(HEADLINES, status).text)}
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
