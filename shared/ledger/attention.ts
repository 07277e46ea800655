import { type AttentionKind, CLOSED_TTL_SECONDS, DISPUTE_TTL_SECONDS } from "../domain/payments/attention.ts";
import { getItem, getItems, type WriteOutcome } from "./client.ts";
import {
  absent,
  absentOr,
  atMost,
  type Change,
  type Condition,
  type Conditions,
  ifAbsent,
  not,
  queryItems,
  type Setting,
  UNSEEN,
  updateItem,
} from "./expressions.ts";
import {
  type AttentionSubject,
  attentionKey,
  DUE_ATTRIBUTES,
  type DueAttributes,
  dueAt,
  expiryAt,
  type Key,
  reverseTimeSort,
  timeSort,
} from "./table.ts";

export type RecordedKind = Exclude<AttentionKind, "endpoint_failing">;
type PaymentKind = Exclude<RecordedKind, "payout_failed">;

/** A payout is about many payments, so it names none. */
type Subject = { kind: PaymentKind; svcPaymentId: string } | { kind: "payout_failed" };

/**
 * Something that a person must handle, now or later. It is in the index while it is shown. The list joins it with its
 * payment or payout, which may say that it is over.
 */
export type AttentionRecord = Key & Partial<DueAttributes> & Watched & Subject;

export type PaymentAttention = Extract<AttentionRecord, { kind: PaymentKind }>;
export type PayoutAttention = Extract<AttentionRecord, { kind: "payout_failed" }>;

export const isAboutPayment = (record: AttentionRecord): record is PaymentAttention =>
  record.kind !== "payout_failed";
export const isAboutPayout = (record: AttentionRecord): record is PayoutAttention => !isAboutPayment(record);

type Watched = {
  merchantId: string;
  /** The dispute's, the warning's, the refund's or the payout's id; for a hold, the payment's. */
  subjectId: string;
  since: number;
  /** The version of the payment or payout that it was read from. An older version never replaces a newer one. */
  seenOn: number;
  dueBy?: number;
  /** The deadline that the merchant's server was told of. */
  toldFor?: number;
  shownAt?: number;
  attentionSort?: string;
  /** Of a refund. */
  amountCents?: number;
  reason?: string;
  /** Of a failed refund: the one that replaces it, whatever became of that one. */
  replacedBy?: string;
  resolvedAt?: number;
  closedAt?: number;
  expiresAt?: number;
};

export type SeenSubject = Subject &
  Pick<Watched, "merchantId" | "subjectId" | "seenOn"> &
  Partial<Pick<AttentionRecord, "dueBy" | "amountCents" | "reason" | "expiresAt">> & {
    /** Written only the first time. */
    since: number;
    /** Where it is listed; absent: not yet. */
    shownIn?: AttentionRange;
    /** Of one that is shown; written only the first time. */
    shownAt?: number;
    /** When it is visited next; absent: never again. */
    visitAt?: number | undefined;
  };

const SUBJECTS: Record<RecordedKind, AttentionSubject> = {
  hold_expiring: "HOLD",
  dispute_response_due: "DISPUTE",
  fraud_warning: "WARNING",
  refund_failed: "REFUND",
  refund_pending: "REFUND",
  payout_failed: "PAYOUT",
};

/** By its deadline. What has no deadline sorts by when it happened, before all deadlines to come. */
const openSort = ({ kind, subjectId }: Pick<AttentionRecord, "kind" | "subjectId">, at: number): string =>
  timeSort(at, `${SUBJECTS[kind]}#${subjectId}`);

/** Disputes that need no answer are listed after everything that is open, newest first. */
const settledSort = ({ since, subjectId }: Pick<AttentionRecord, "since" | "subjectId">): string =>
  `DISPUTE#${reverseTimeSort(since, subjectId)}`;

const sortIn = (range: AttentionRange, seen: SeenSubject): string =>
  range === "open" ? openSort(seen, seen.dueBy ?? seen.since) : settledSort(seen);

/** Every event about the hold calls this, so it writes only if there is no item yet, or the hold's end has moved. */
export const saveHold = (seen: SeenSubject & { dueBy: number }): Promise<unknown> =>
  saveOn(seen, [notNewerThan(seen), { dueBy: absentOr(not(seen.dueBy)) }]);

const notNewerThan = ({ seenOn }: SeenSubject): Condition<AttentionRecord> => ({
  seenOn: absentOr(atMost(seenOn)),
});

/** Answers whether this write is the first that shows it. A refund that has failed is never pending again. */
export async function saveAttention(seen: SeenSubject): Promise<boolean> {
  const outcome = await saveOn(seen, [notNewerThan(seen), { kind: absentOr(seen.kind) }]);
  return outcome.written && outcome.item.shownAt === seen.shownAt;
}

/** A dispute that needs no answer stays listed for a while, without visits. */
export const saveSettledDispute = (seen: SeenSubject, at: number): Promise<unknown> =>
  saveAttention({ ...seen, shownIn: "settled_disputes", expiresAt: expiryAt(at, DISPUTE_TTL_SECONDS) });

/*
 * The next two never overwrite an item of the same kind. A rejection may be caused by our own earlier try whose reply was lost: its time
 * shows that. Then it is still news, because no other call reports it.
 */

/** Of a subject that changes no more: the first write stays, also after it was closed. false: it was known. */
export async function createAttention(seen: SeenSubject & { shownAt: number }): Promise<boolean> {
  const outcome = await saveOn(seen, UNSEEN);
  return outcome.written || outcome.existing?.shownAt === seen.shownAt;
}

/**
 * A refund has failed. That is final, so it is never outdated: who saw the refund pending may have written a later version of
 * its payment. false: it was known.
 */
export async function saveFailedRefund(seen: SeenSubject): Promise<boolean> {
  const { kind, since } = seen;
  const outcome = await saveOn(seen, [{ kind: absentOr(not(kind)) }], since);
  if (outcome.written) return true;
  const { existing } = outcome;
  return existing?.kind === kind && existing.since === since;
}

/** A newer write removes these if it does not know them. */
const OPTIONAL = ["dueBy", "amountCents", "reason", "attentionSort", "expiresAt"] as const;

/** The newest write replaces what was known, except since when, and what the merchant was told. */
function saveOn(
  given: SeenSubject,
  onlyIf: Conditions<AttentionRecord>,
  since: Setting<AttentionRecord, "since"> = ifAbsent(given.since),
): Promise<WriteOutcome<AttentionRecord>> {
  const { since: _, visitAt, shownIn, shownAt, ...known } = given;
  const seen = { ...known, attentionSort: shownIn && sortIn(shownIn, given) };
  const key = attentionKey(seen.merchantId, SUBJECTS[seen.kind], seen.subjectId);
  const due = visitAt === undefined ? undefined : dueAt(key, visitAt);
  const forgotten = OPTIONAL.filter((name) => seen[name] === undefined);
  return updateItem<AttentionRecord>(key, {
    set: { ...seen, since, shownAt: shownAt === undefined ? undefined : ifAbsent(shownAt), ...due },
    remove: ["closedAt", ...forgotten, ...(due ? [] : DUE_ATTRIBUTES)],
    onlyIf,
  });
}

export const markTold = (record: AttentionRecord & { dueBy: number }, visitAt: number): Promise<unknown> =>
  saveAsRead(record, {
    set: {
      toldFor: record.dueBy,
      attentionSort: openSort(record, record.dueBy),
      ...dueAt(record, visitAt),
    },
  });

/** The processor cannot be asked now: show it anyway, and ask again at the next visit. */
export const markShown = (record: AttentionRecord & { dueBy: number }): Promise<unknown> =>
  saveAsRead(record, { set: { attentionSort: openSort(record, record.dueBy) } });

export const scheduleVisit = (record: AttentionRecord, visitAt: number): Promise<unknown> =>
  saveAsRead(record, { set: dueAt(record, visitAt) });

/** Off both lists. The item expires after a while. */
export const closeAttention = (record: AttentionRecord, at: number): Promise<unknown> =>
  saveAsRead(record, closedAt(record, at));

/** A dispute that can no longer be fetched: no more visits, but it stays listed as it was last. */
export const settleDispute = (record: AttentionRecord, at: number): Promise<unknown> =>
  saveAsRead(record, {
    set: { attentionSort: settledSort(record), expiresAt: expiryAt(at, DISPUTE_TTL_SECONDS) },
    remove: ["dueBy", ...DUE_ATTRIBUTES],
  });

/** It has arrived. Most refunds are never watched: then nothing is written. */
export const closeRefundAttention = (
  { merchantId, refundId, seenOn }: { merchantId: string; refundId: string; seenOn: number },
  at: number,
): Promise<unknown> =>
  updateItem<AttentionRecord>(attentionKey(merchantId, "REFUND", refundId), {
    ...closedAt({ kind: "refund_pending", seenOn }, at),
    onlyIf: { kind: "refund_pending", seenOn: atMost(seenOn) },
    returnItem: false,
  });

type ReplacedRefund = Pick<PaymentAttention, "merchantId" | "svcPaymentId" | "seenOn"> & { failedId: string };

/** No later write opens it again. It is written also where a restore has lost the item. */
export const closeReplaced = (
  { failedId: subjectId, merchantId, svcPaymentId, seenOn }: ReplacedRefund,
  replacedBy: string,
  at: number,
): Promise<unknown> => {
  const kind = "refund_failed";
  const { set, remove } = closedAt({ kind, seenOn }, at);
  return updateItem<PaymentAttention>(attentionKey(merchantId, "REFUND", subjectId), {
    set: {
      ...{ ...set, replacedBy, kind, merchantId, subjectId, svcPaymentId },
      since: ifAbsent(at),
    },
    remove,
    onlyIf: { replacedBy: absentOr(replacedBy), svcPaymentId: absentOr(svcPaymentId) },
    returnItem: false,
  });
};

export const findAttention = (
  merchantId: string,
  subject: AttentionSubject,
  subjectId: string,
): Promise<AttentionRecord | undefined> => getItem(attentionKey(merchantId, subject, subjectId));

/** A person has resolved it: nothing opens it again. Answers since when; undefined: it has become something else. */
export async function resolveAttention(record: AttentionRecord, at: number): Promise<number | undefined> {
  const { set, remove } = closedAt(record, at);
  const outcome = await updateItem<AttentionRecord>(record, {
    set: { ...set, resolvedAt: ifAbsent(at) },
    remove,
    onlyIf: { kind: record.kind },
  });
  return outcome.written ? (outcome.item.resolvedAt ?? at) : undefined;
}

/** A failed refund's item stays for good: a late event about the refund must not demand again what was paid back. */
const closedAt = ({ kind, seenOn }: Pick<AttentionRecord, "kind" | "seenOn">, at: number) => ({
  set: {
    closedAt: at,
    seenOn,
    ...(kind !== "refund_failed" && { expiresAt: expiryAt(at, CLOSED_TTL_SECONDS) }),
  },
  remove: ["attentionSort" as const, ...DUE_ATTRIBUTES],
});

type AttentionChange = Pick<Change<AttentionRecord>, "set" | "remove">;

/** Unless it was written again, or closed, since it was read. */
const saveAsRead = (record: AttentionRecord, change: AttentionChange): Promise<unknown> =>
  updateItem<AttentionRecord>(record, {
    ...change,
    onlyIf: { seenOn: record.seenOn, closedAt: absent },
    returnItem: false,
  });

/** Open items begin with a time, settled disputes with a word, which sorts after it. */
const RANGES = { open: ["!", ":"], settled_disputes: ["DISPUTE#", "DISPUTE#~"] } as const;
export type AttentionRange = keyof typeof RANGES;

export const rangeOfPlace = (place: string): AttentionRange =>
  place.startsWith(RANGES.settled_disputes[0]) ? "settled_disputes" : "open";

export const FIRST_SETTLED = "DISPUTE#0000000000000#0";

export type AttentionPage = { records: AttentionRecord[]; next: string | undefined };

/**
 * The items are read by their keys; those that were closed or moved since are left out. `next`, if there is more:
 * where this page ended.
 */
export async function listAttention(
  merchantId: string,
  range: AttentionRange,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<AttentionPage> {
  const [lowest, highest] = RANGES[range];
  const from = after !== undefined && after > lowest ? after : lowest;
  if (from > highest) return { records: [], next: undefined };
  const entries = await queryItems<Key & { attentionSort: string }>({
    index: "attention",
    partition: merchantId,
    between: [from, highest],
    // One more, because the place to go on from is included.
    limit: limit + 1,
  });
  const fresh = entries.filter(({ attentionSort }) => attentionSort !== after).slice(0, limit);
  const places = new Map(fresh.map((entry) => [entry.sk, entry.attentionSort]));
  const found = await getItems<AttentionRecord>(fresh);
  return {
    records: found.filter(({ sk, attentionSort }) => places.get(sk) === attentionSort),
    next: entries.length > limit ? fresh.at(-1)?.attentionSort : undefined,
  };
}
