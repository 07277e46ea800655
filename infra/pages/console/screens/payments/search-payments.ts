import { HEADLINES, headlineOf } from "../../../../../shared/domain/payments/headline.ts";
import { isId } from "../../address/ids.ts";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { FoundPayments, ListedPayment } from "../../api/types.ts";

type Found = FoundPayments & {
  /** The one payment that the search leads to. */
  only?: string | undefined;
};

/** The processor's ID names a payment. Everything else is looked for by the service, which says how far it has looked. */
export async function searchPayments(query: Query, signal?: AbortSignal): Promise<Found> {
  const { search, ...others } = query;
  if (search && isId("intent", search)) {
    const { data } = await api.payments({ processorPaymentIntentId: search }).ask(signal);
    return { payments: [], next: null, searchedTo: null, only: data[0]?.svcPaymentId };
  }
  const found = await api.foundPayments(query).ask(signal);
  const isOnly = search && Object.keys(others).length === 0 && found.payments.length === 1 && !found.next;
  return { ...found, only: isOnly ? found.payments[0]?.svcPaymentId : undefined };
}

/** The one status of a payment, as a word. */
export const headlineText = (payment: ListedPayment): string => HEADLINES[headlineNameOf(payment)].text;

export const headlineNameOf = (payment: ListedPayment) =>
  headlineOf({ ...payment, wasDeclined: typeof payment.lastDecline === "string" });
