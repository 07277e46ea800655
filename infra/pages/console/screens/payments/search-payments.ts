import { HEADLINES, headlineOf } from "../../../../../shared/domain/payments/headline.ts";
import { isId } from "../../address/ids.ts";
import { type Query, queryText } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Answer } from "../../api/call.ts";
import type { ListedPayment } from "../../api/types.ts";
import { labelOf, STATUS_MEANINGS } from "../../words/labels.ts";
import { isFoundBy } from "./is-found-by.ts";

/** Rows of a page. Each row's last events are a question of their own to the ledger. */
const ROWS = 25;

const WITH_EVENTS = { limit: `${ROWS}`, include: "delivery" };

/** Through so many payments a search looks at once; then the reader decides whether to go on. */
const MAX_WALKED = 1_000;

export type FoundPayments = {
  payments: ListedPayment[];
  next: string | undefined;
  /** The payment that the search names, by its ID at the processor or by that of its dispute. */
  only?: string | undefined;
  /** Where payments were looked through: back to which time. */
  walked?: { backTo: string | undefined };
};

/**
 * The ledger finds by exact order, by id, by time and by its own status. Everything else is looked for by walking back
 * through the payments, so far and no further; the answer says how far.
 */
export async function searchPayments(query: Query, signal?: AbortSignal): Promise<FoundPayments> {
  const { search, status, delivery, startingAfter, ...known } = query;
  const ask = (more: Query, cursor = startingAfter) =>
    api.payments({ ...known, ...more, ...(cursor && { startingAfter: cursor }) }).ask(signal);
  const isWanted = matcherOf({ status, delivery });
  if (search && (isId("intent", search) || isId("dispute", search)))
    return { payments: [], next: undefined, only: await findOne(search, signal) };
  if (search) {
    const exact = { ...WITH_EVENTS, orderRef: search };
    const first = await ask(exact, "");
    // A later page shows the same as the first one did, even if no payment of the order is left for it.
    const { data, next } = first.data.length > 0 && startingAfter ? await ask(exact) : first;
    if (first.data.length > 0) return { payments: data.filter(isWanted), next };
  } else if (!status && !delivery) {
    const { data, next } = await ask(WITH_EVENTS);
    return { payments: data, next };
  }
  const more = search ? {} : { ...WITH_EVENTS, ...ledgerFilter(status) };
  const pick = (data: ListedPayment[]) =>
    search
      ? withEvents(data, { search, isWanted, isFiltered: !!(status || delivery) }, signal)
      : data.filter(isWanted);
  return walk((cursor) => ask(more, cursor), pick, startingAfter);
}

async function findOne(id: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const found = isId("intent", id)
    ? await api.payments({ processorPaymentIntentId: id }).ask(signal)
    : await api.disputes({ disputeId: id }).ask(signal);
  return found.data[0]?.svcPaymentId;
}

/** What the ledger can leave out by itself. Several headlines can belong to one of its statuses. */
function ledgerFilter(headline: string | undefined): Query {
  if (!headline) return {};
  if (/^disput/.test(headline)) return { trouble: "disputed" };
  if (headline === "refund_failed") return { trouble: headline };
  if (headline === "declined") return { status: "requires_payment_method" };
  // Both that are shown as incomplete are meant.
  const isOne = headline !== "requires_payment_method" && Object.hasOwn(STATUS_MEANINGS, headline);
  return isOne ? { status: headline } : {};
}

type Searched = { search: string; isWanted: (payment: ListedPayment) => boolean; isFiltered: boolean };

/** Of a page without events those that match, with their events; one more than are shown says that there are more. */
async function withEvents(
  data: ListedPayment[],
  { search, isWanted, isFiltered }: Searched,
  signal: AbortSignal | undefined,
): Promise<ListedPayment[]> {
  const matching = data.filter((payment) => isFoundBy(search, payment));
  const asked = isFiltered ? matching : matching.slice(0, ROWS + 1);
  const whole = await Promise.all(asked.map(({ svcPaymentId }) => api.payment(svcPaymentId).ask(signal)));
  return whole.filter(isWanted);
}

async function walk(
  ask: (cursor: string | undefined) => Promise<Answer<ListedPayment[]>>,
  pick: (data: ListedPayment[]) => ListedPayment[] | Promise<ListedPayment[]>,
  from: string | undefined,
): Promise<FoundPayments> {
  const payments: ListedPayment[] = [];
  let [cursor, backTo, walked] = [from, undefined as string | undefined, 0];
  do {
    const { data, next, searchedTo } = await ask(cursor);
    const found = await pick(data);
    const room = ROWS - payments.length;
    payments.push(...found.slice(0, room));
    const isCut = found.length > room;
    walked += searchedTo ? MAX_WALKED : data.length;
    backTo = (isCut ? payments.at(-1)?.createdAt : (searchedTo ?? data.at(-1)?.createdAt)) ?? backTo;
    cursor = isCut ? payments.at(-1)?.svcPaymentId : cursorOf(next);
  } while (cursor && payments.length < ROWS && walked < MAX_WALKED);
  return { payments, next: cursor && queryText({ startingAfter: cursor }), walked: { backTo } };
}

export const cursorOf = (next: string | undefined): string | undefined =>
  new URLSearchParams(next ?? "").get("startingAfter") ?? undefined;

type Wanted = { status?: string | undefined; delivery?: string | undefined };

const matcherOf =
  ({ status, delivery }: Wanted) =>
  (payment: ListedPayment): boolean =>
    (!status || headlineText(payment) === labelOf(HEADLINES, status).text) &&
    (!delivery || (payment.delivery ?? "none") === delivery);

/** The one status of a payment, as a word. */
export const headlineText = (payment: ListedPayment): string => HEADLINES[headlineNameOf(payment)].text;

export const headlineNameOf = (payment: ListedPayment) =>
  headlineOf({ ...payment, wasDeclined: typeof payment.lastDecline === "string" });
