import { HEADLINES, headlineOf } from "../../../../../shared/domain/payments/headline.ts";
import { isId } from "../../address/ids.ts";
import { type Query, queryText } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import type { ListedPayment } from "../../api/types.ts";
import { labelOf } from "../../words/labels.ts";
import { isFoundBy } from "./is-found-by.ts";

/** So many pages of a hundred are looked through at once; then the reader decides whether to go on. */
const MAX_PAGES = 10;

/** As many as a page shows. */
const ENOUGH = 100;

export type FoundPayments = {
  payments: ListedPayment[];
  /** The query of the page that goes on from here. */
  next: string | undefined;
  /** Where payments were looked through one by one: how many, and back to which time. */
  walked?: { count: number; backTo: string | undefined };
};

/**
 * The ledger finds by exact order, by id and by time. Everything else is looked for by walking back through the
 * payments, so far and no further; the answer says how far.
 */
export async function searchPayments(query: Query, signal?: AbortSignal): Promise<FoundPayments> {
  const { search, status, delivery, startingAfter, ...known } = query;
  const ask = (more: Query) => api.payments({ include: "delivery", ...known, ...more }, signal);
  const isWanted = matcherOf({ status, delivery });
  if (search && isId("dispute", search)) {
    const svcPaymentId = await disputedPaymentId(search, signal);
    return { payments: svcPaymentId ? (await ask({ svcPaymentId })).data : [], next: undefined };
  }
  if (search) {
    const first = await ask({ orderRef: search });
    // A later page shows the same as the first one did, even if no payment of the order is left for it.
    const isExact = first.data.length > 0;
    const { data, next } = isExact && startingAfter ? await ask({ orderRef: search, startingAfter }) : first;
    if (isExact) return { payments: data.filter(isWanted), next };
  }
  if (!search && !status && !delivery) {
    const { data, next } = await ask(startingAfter ? { startingAfter } : {});
    return { payments: data, next };
  }
  const isMeant = (payment: ListedPayment) => isWanted(payment) && isFoundBy(search, payment);
  return walk(ask, isMeant, startingAfter);
}

/** Disputes are few: the list of them is looked through. */
async function disputedPaymentId(disputeId: string, signal?: AbortSignal): Promise<string | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, next } = await api.disputes(cursor ? { startingAfter: cursor } : {}, signal);
    const found = data.find((dispute) => dispute.disputeId === disputeId);
    cursor = new URLSearchParams(next ?? "").get("startingAfter") ?? undefined;
    if (found || !cursor) return found?.svcPaymentId;
  }
  return undefined;
}

type Ask = (more: Query) => ReturnType<typeof api.payments>;

async function walk(
  ask: Ask,
  isMeant: (payment: ListedPayment) => boolean,
  from: string | undefined,
): Promise<FoundPayments> {
  const payments: ListedPayment[] = [];
  const walked = { count: 0, backTo: undefined as string | undefined };
  let cursor = from;
  for (let page = 0; page < MAX_PAGES && payments.length < ENOUGH; page++) {
    const { data, next } = await ask(cursor ? { startingAfter: cursor } : {});
    payments.push(...data.filter(isMeant));
    walked.count += data.length;
    walked.backTo = data.at(-1)?.createdAt ?? walked.backTo;
    cursor = new URLSearchParams(next ?? "").get("startingAfter") ?? undefined;
    if (!cursor) return { payments, next: undefined, walked };
  }
  return { payments, next: queryText({ startingAfter: cursor ?? "" }), walked };
}

type Wanted = { status?: string | undefined; delivery?: string | undefined };

const matcherOf =
  ({ status, delivery }: Wanted) =>
  (payment: ListedPayment): boolean =>
    (!status || headlineText(payment) === labelOf(HEADLINES, status).text) &&
    (!delivery || (payment.delivery ?? "none") === delivery);

const headlineText = (payment: ListedPayment): string => HEADLINES[headlineOf(payment)].text;
