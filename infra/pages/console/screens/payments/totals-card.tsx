import { useEffect, useState } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { CallError } from "../../api/call.ts";
import type { FoundPayments, PaymentTotals } from "../../api/types.ts";
import { Card, Fact } from "../../parts/fact.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Money } from "../../parts/money.tsx";
import type { Fetched } from "../../state/use-fetched.ts";
import { counted, number } from "../../words/counted.ts";
import { codeText, moneyText } from "../../words/money.ts";
import { addTotals, MOST, NOTHING, totalsOf } from "./totals.ts";

type TotalsProps = {
  filters: Query;
  isFirst: boolean;
  found: FoundPayments;
  of: Pick<Fetched<FoundPayments>, "turn" | "reload">;
};

/**
 * Of the whole filter, by currency: sums of several currencies mean nothing. Where the first page has everything it is the
 * sum of its rows. What takes long is added up only if that is asked for: all payments of a merchant, or by webhook.
 */
export function Totals({ filters, isFirst, found: { payments, next }, of }: TotalsProps) {
  const isAll = isFirst && !next;
  const [isAsked, setAsked] = useState(false);
  // What a webhook's state comes to needs the events of every payment.
  const isCounted = isAsked || (queryText(filters) !== "" && !filters.delivery);
  const { error, ...added } = useTotals(filters, isCounted && !isAll, of.turn);
  const sum = isAll ? totalsOf(payments) : added.sum;
  if (!isAll && !isCounted)
    return (
      <p>
        <button type="button" class="button" onClick={() => setAsked(true)}>
          Show totals
        </button>
      </p>
    );
  if (error && !isAll) return <Failure error={error} retry={of.reload} />;
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

type Counted = { key: string; sum?: PaymentTotals; error?: CallError };

/** What the whole filter comes to, whatever page is shown: part by part, so that it grows while it is counted. */
function useTotals(filters: Query, isWanted: boolean, turn: number): Omit<Counted, "key"> {
  const key = queryText(filters);
  const [counted, setCounted] = useState<Counted>({ key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the filters are others
  useEffect(() => {
    if (!isWanted) return;
    const abort = new AbortController();
    const count = async () => {
      let sum = NOTHING;
      do {
        const from = sum.next ? { startingAfter: sum.next } : {};
        sum = addTotals(sum, await api.paymentTotals({ ...filters, ...from }).ask(abort.signal));
        if (abort.signal.aborted) return;
        setCounted({ key, sum });
      } while (sum.next && sum.lookedThrough < MOST);
    };
    setCounted({ key });
    count().catch((error: CallError) => abort.signal.aborted || setCounted({ key, error }));
    return () => abort.abort();
  }, [key, isWanted, turn]);
  return counted.key === key ? counted : {};
}
