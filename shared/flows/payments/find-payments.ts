import { isOperators, requireMayFilterByCustomer } from "../../domain/access/console-session.ts";
import type { DeliveryState } from "../../domain/events/event.ts";
import { type HeadlineName, headlineOf, isHeadlineOf } from "../../domain/payments/headline.ts";
import { isFoundBy } from "../../domain/payments/is-found-by.ts";
import { takenByDisputes } from "../../domain/payments/net.ts";
import { disputesOf, failedRefundsOf, isPaid } from "../../domain/payments/payment.ts";
import type { FoundSession } from "../../ledger/console-sessions.ts";
import type { Merchant } from "../../ledger/merchants.ts";
import { listPayments } from "../../ledger/payment-lists.ts";
import { type PaymentRecord, withTerms } from "../../ledger/payments.ts";
import { searchByLast4 } from "../../processor/payment-details.ts";
import { disputeView } from "../../views/full-payment.ts";
import type { ListedPayment } from "../../views/payment-list.ts";
import { type PaymentWithEvents, requireCursor, withCards, withLastEvents } from "./list-payments.ts";

/*
 * What the console's list shows under its filters, which are about what it shows: one status for each payment, its webhook,
 * its customer, a text, an amount, a card. The ledger has an index by time and by order; everything else is looked for by
 * going back through the payments, so far and no further, and the answer says how far.
 */

export type PaymentSearch = {
  search?: string | undefined;
  /** See HEADLINE_FILTERS; several are separated by commas. */
  status?: string | undefined;
  delivery?: DeliveryState | undefined;
  customer?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  startingAfter?: string | undefined;
};

type Reader = Pick<FoundSession, "merchant" | "session">;

const PAGE = 100;
const MAX_PAGES = 10;

/** Every payment's events must be read for its webhook: fewer are looked through, so that the answer comes soon. */
const MAX_PAGES_WITH_EVENTS = 3;

type PaymentPage = PaymentSearch & { limit: number };

type Found = { items: ListedPayment[]; next: string | null; searchedTo: number | null };

export async function findPayments(reader: Reader, wanted: PaymentPage): Promise<Found> {
  const found = await findShown(reader, wanted);
  return { ...found, items: await withCards(found.items) };
}

type Shown = Omit<Found, "items"> & { items: PaymentWithEvents[] };

async function findShown(reader: Reader, wanted: PaymentPage): Promise<Shown> {
  const { merchant } = reader;
  const { limit } = wanted;
  const items: PaymentWithEvents[] = [];
  for await (const { records, last, isEnd, isCut } of pagesOf(reader, wanted)) {
    let from = 0;
    // A page's events are read only as far as there is room.
    for (; from < records.length && items.length < limit; from += limit) {
      const known = await withLastEvents(merchant, records.slice(from, from + limit));
      items.push(...known.filter((one) => isShownAs(one, wanted)));
    }
    const isAll = isEnd && from >= records.length;
    if (items.length > limit || (items.length === limit && !isAll)) {
      const shown = items.slice(0, limit);
      return { items: shown, next: shown.at(-1)?.svcPaymentId ?? null, searchedTo: null };
    }
    if (isAll) return { items, next: null, searchedTo: null };
    if (isCut) return { items, next: last?.svcPaymentId ?? null, searchedTo: last?.createdAt ?? null };
  }
  return { items, next: null, searchedTo: null };
}

type Sum = {
  currency: string;
  paidPayments: number;
  capturedCents: number;
  refundedCents: number;
  disputedCents: number;
};

type Totals = { payments: number; lookedThrough: number; totals: Sum[]; next: string | null };

/** Of a thousand payments; the next call goes on. Events are read only where the filter asks for what they say. */
export async function totalPayments(reader: Reader, wanted: PaymentSearch): Promise<Totals> {
  const sums = new Map<string, Sum>();
  let [payments, lookedThrough] = [0, 0];
  let next: string | null = null;
  for await (const { records, looked, last, isEnd } of pagesOf(reader, wanted)) {
    const known = needsEvents(wanted)
      ? await withLastEvents(reader.merchant, records)
      : records.map((record): ListedPayment => withTerms(record));
    const matching = known.filter((payment) => isShownAs(payment, wanted));
    for (const payment of matching) addTo(sums, payment);
    payments += matching.length;
    lookedThrough += looked;
    next = isEnd ? null : (last?.svcPaymentId ?? null);
  }
  return { payments, lookedThrough, totals: [...sums.values()], next };
}

/** A declined or canceled payment's amount is no money. */
function addTo(sums: Map<string, Sum>, payment: ListedPayment): void {
  const { currency, status, amountCents, refundedCents } = payment;
  const nothing = { paidPayments: 0, capturedCents: 0, refundedCents: 0, disputedCents: 0 };
  const sum = sums.get(currency) ?? { currency, ...nothing };
  if (isPaid(status)) {
    sum.paidPayments++;
    sum.capturedCents += amountCents;
  }
  sum.refundedCents += refundedCents;
  sum.disputedCents += takenByDisputes(disputesOf(payment), currency);
  sums.set(currency, sum);
}

type RecordPage = {
  /** Those that may match, as far as the record says. */
  records: PaymentRecord[];
  looked: number;
  last: PaymentRecord | undefined;
  isEnd: boolean;
  /** It is the last one of this call. */
  isCut: boolean;
};

async function* pagesOf(
  { merchant, session }: Reader,
  wanted: PaymentSearch,
): AsyncGenerator<RecordPage, void> {
  const { merchantId } = merchant;
  const { search, customer, since: sinceMs, until: untilMs, startingAfter } = wanted;
  requireMayFilterByCustomer(session, customer);
  const range = { merchantId, sinceMs, untilMs };
  let last = startingAfter ? await requireCursor(merchantId, startingAfter) : undefined;
  const orderRef = search !== undefined && (await hasOrder(merchantId, search)) ? search : undefined;
  const isOperator = isOperators(session);
  // An operator sees no card, so no card is searched for.
  const isByCard = search !== undefined && orderRef === undefined && !isOperator;
  const byCard = isByCard ? await findByLast4(merchant, search) : new Set<string>();
  const mayMatch = (record: PaymentRecord) =>
    record.state === "completed" &&
    isLike(record, wanted) &&
    (search === undefined ||
      orderRef !== undefined ||
      isFoundBy(search, isOperator ? withoutWords(record) : withTerms(record)) ||
      byCard.has(record.processorPaymentIntentId ?? ""));
  const maxPages = wanted.delivery === undefined ? MAX_PAGES : MAX_PAGES_WITH_EVENTS;
  for (let page = 1; page <= maxPages; page++) {
    const { items, hasMore } = await listPayments({ ...range, orderRef }, { limit: PAGE, after: last });
    // A page that began after an open claim would begin anew where that is claimed again.
    last = items.findLast(({ state }) => state === "completed") ?? items.at(-1) ?? last;
    const found = { records: items.filter(mayMatch), looked: items.length, last };
    yield { ...found, isEnd: !hasMore, isCut: page === maxPages };
    if (!hasMore) return;
  }
}

/** What an operator is not shown, it must not find either. */
function withoutWords(record: PaymentRecord) {
  const { customerRef: _, description: __, ...shown } = withTerms(record);
  return shown;
}

/** An order that is named exactly is found by its index, and nothing else is meant then. */
const hasOrder = async (merchantId: string, orderRef: string): Promise<boolean> =>
  (await listPayments({ merchantId, orderRef }, { limit: 1 })).items.length > 0;

async function findByLast4({ account }: Merchant, search: string): Promise<Set<string>> {
  if (!account || !/^\d{4}$/.test(search)) return new Set();
  // Without an answer a search finds less.
  return new Set(await searchByLast4(account.processorAccountId, search).catch(() => []));
}

const DECLINED: readonly HeadlineName[] = ["declined", "requires_payment_method", "requires_confirmation"];

/** What the record says already. Whether an attempt was declined is known by its event. */
function isLike(record: PaymentRecord, { status, customer }: PaymentSearch): boolean {
  const payment = withTerms(record);
  if (customer !== undefined && payment.customerRef !== customer) return false;
  if (status === undefined) return true;
  const name = headlineNameOf(payment, undefined);
  const mayBe = name === "requires_payment_method" ? ([name, "declined"] as const) : [name];
  return mayBe.some((one) => isHeadlineOf(one, status));
}

const needsEvents = ({ status, delivery }: PaymentSearch): boolean =>
  delivery !== undefined || (status !== undefined && DECLINED.some((name) => isHeadlineOf(name, status)));

const headlineNameOf = (payment: ListedPayment, lastDecline: string | null | undefined): HeadlineName =>
  headlineOf({
    status: payment.status,
    disputes: disputesOf(payment).map(disputeView),
    failedRefunds: failedRefundsOf(payment),
    wasDeclined: typeof lastDecline === "string",
  });

const isShownAs = (payment: ListedPayment, { status, delivery }: PaymentSearch): boolean =>
  (status === undefined || isHeadlineOf(headlineNameOf(payment, payment.lastDecline), status)) &&
  (delivery === undefined || (payment.delivery ?? "none") === delivery);
