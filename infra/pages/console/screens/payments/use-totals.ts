import { useEffect, useState } from "preact/hooks";
import { type Query, queryText } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { PaymentTotals } from "../../api/types.ts";
import { addTotals, MOST, NOTHING } from "./totals.ts";

type Counted = { key: string; sum?: PaymentTotals };

/** What the whole filter comes to, whatever page is shown: part by part, so that it grows while it is counted. */
export function useTotals(filters: Query, isWanted: boolean): PaymentTotals | undefined {
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
    // The list is there all the same.
    count().catch(() => undefined);
    return () => abort.abort();
  }, [key, isWanted]);
  return counted.key === key ? counted.sum : undefined;
}
