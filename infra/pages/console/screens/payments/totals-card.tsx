import { useState } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import type { FoundPayments } from "../../api/types.ts";
import { Card, Fact } from "../../parts/fact.tsx";
import { Money } from "../../parts/money.tsx";
import { counted, number } from "../../words/counted.ts";
import { codeText, moneyText } from "../../words/money.ts";
import { totalsOf } from "./totals.ts";
import { useTotals } from "./use-totals.ts";

type TotalsProps = { filters: Query; isFirst: boolean; found: FoundPayments };

/**
 * Of the whole filter, by currency: sums of several currencies mean nothing. Where the first page has everything it is the
 * sum of its rows. What takes long is added up only if that is asked for: all payments of a merchant, or by webhook.
 */
export function Totals({ filters, isFirst, found: { payments, next } }: TotalsProps) {
  const isAll = isFirst && !next;
  const [isAsked, setAsked] = useState(false);
  // What a webhook's state comes to needs the events of every payment.
  const isCounted = isAsked || (queryText(filters) !== "" && !filters.delivery);
  const added = useTotals(filters, isCounted && !isAll);
  const sum = isAll ? totalsOf(payments) : added;
  if (!isAll && !isCounted)
    return (
      <p>
        <button type="button" class="button" onClick={() => setAsked(true)}>
          Show totals
        </button>
      </p>
    );
  if (!sum || sum.payments === 0) return null;
  return (
    <Card title={`Total of ${sum.next ? "the newest" : "all"} ${counted(sum.payments, "payment")}`}>
      {sum.next && <p class="lead">More than {number(sum.payments)} payments match.</p>}
      <dl class="stats">
        {sum.totals.map(({ currency, paidPayments, capturedCents, refundedCents, disputedCents }) => (
          <Fact key={currency} name={`Paid in ${codeText(currency)}`}>
            <Money cents={capturedCents} currency={currency} />
            <span class="under">from {counted(paidPayments, "paid payment")}</span>
            {refundedCents > 0 && (
              <span class="under">{moneyText(refundedCents, currency)} of it refunded</span>
            )}
            {disputedCents > 0 && (
              <span class="under">{moneyText(disputedCents, currency)} of it disputed</span>
            )}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
