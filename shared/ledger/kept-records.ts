import { accountsOf } from "../domain/finance/reconciliation.ts";
import { findDeliveriesOf } from "./deliveries.ts";
import type { EventRecord } from "./events.ts";
import { queryItems } from "./expressions.ts";
import { listItems } from "./lists.ts";
import type { Merchant } from "./merchants.ts";
import {
  accountKey,
  apiKeyPartition,
  attentionPartition,
  auditPartition,
  type Key,
  merchantKey,
  onboardingPartition,
  pausePartition,
  paymentKey,
  payoutPartition,
  readerPartition,
  sessionPartition,
  statementPartition,
  statsPartition,
  unpack,
  workPartition,
} from "./table.ts";
import { textOfPart } from "./work.ts";

/*
 * Everything that the ledger stores of one merchant, but for the hashes of its audit. Export and erasure share it, so neither
 * forgets a kind. A new kind of item belongs under one of these partitions, or here.
 */

const KINDS = [
  ["merchant", / MERCHANT$/],
  ["account_creation", /^ONBOARDING#/],
  ["statement_lines", /^STATEMENTS#\S+ LINES#/],
  ["statement", /^STATEMENTS#\S+ STATEMENT#/],
  ["payout", /^PAYOUTS#\S+ PAYOUT#/],
  ["payout_pointer", /^PAYOUTS#\S+ LIST#/],
  ["payout_lines", /^PAYOUTS#\S+ LINES#/],
  ["event_counts", /^STATS#/],
  ["reader_lease", /^READERS#/],
  ["pause", /^PAUSES#/],
  ["attention", /^ATTENTION#/],
  ["work_part", /^WORK#\S+ PART#/],
  ["work", /^WORK#/],
  ["api_key", / KEY#/],
  ["audit_entry", / AUDIT#/],
  ["console_session", / SESSION#/],
  ["account", / ACCOUNT$/],
  ["watermark", / WATERMARK$/],
  ["payment", / PAYMENT$/],
  ["operation", / OPERATION#/],
  ["event", / EVENT$/],
  ["delivery", / DELIVERY#/],
] as const;

/** `other`: written by a later release. */
type KeptKind = (typeof KINDS)[number][0] | "other";

export type KeptRecord = { kind: KeptKind; item: Key & Record<string, unknown> };

const keptRecordOf = (item: Key & Record<string, unknown>): KeptRecord => ({
  kind: KINDS.find(([, form]) => form.test(`${item.pk} ${item.sk}`))?.[0] ?? "other",
  item,
});

const PAGE = 25;

export async function* keptRecordPages(merchant: Merchant): AsyncGenerator<KeptRecord[]> {
  const { merchantId } = merchant;
  const partitions = [
    merchantKey(merchantId).pk,
    apiKeyPartition(merchantId),
    auditPartition(merchantId),
    sessionPartition(merchantId),
    onboardingPartition(merchantId),
    statementPartition(merchantId),
    payoutPartition(merchantId),
    statsPartition(merchantId),
    readerPartition(merchantId),
    workPartition(merchantId),
    pausePartition(merchantId),
    ...accountsOf(merchant).map((accountId) => accountKey(accountId).pk),
  ];
  for (const pk of partitions) for await (const items of partitionPages(pk)) yield items.map(keptRecordOf);
  for await (const payments of indexPages("payments-by-merchant", merchantId)) {
    const ids = payments.map(({ svcPaymentId }) => String(svcPaymentId));
    yield (await Promise.all(ids.map(listOfPayment))).flat().map(keptRecordOf);
  }
  for await (const events of indexPages("events-by-merchant", merchantId)) {
    yield events.map(keptRecordOf);
    const deliveries = await findDeliveriesOf(events as EventRecord[]);
    if (deliveries.length > 0) yield deliveries.map(keptRecordOf);
  }
  // Last: an unfinished event is finished before it is erased, and may write one of these.
  for await (const items of partitionPages(attentionPartition(merchantId))) yield items.map(keptRecordOf);
}

type Item = Key & Record<string, unknown>;

export function unpackedRecord({ kind, item }: KeptRecord): KeptRecord {
  try {
    return { kind, item: { ...item, ...unpackedParts(item) } };
  } catch {
    // One damaged record must not block a merchant's export.
    return { kind, item: { ...item, damaged: true } };
  }
}

function unpackedParts({ body, answer, bytes }: Item): Record<string, unknown> {
  const stored = answer as { body: unknown } | undefined;
  return {
    ...(bytes instanceof Uint8Array && { bytes: textOfPart(bytes) }),
    ...(body instanceof Uint8Array && { body: unpack(body).toString("utf8") }),
    ...(stored?.body instanceof Uint8Array && {
      answer: { ...stored, body: unpack(stored.body).toString("utf8") },
    }),
  };
}

/** A page may be short because its items are large, so only an empty rest ends it. */
async function* partitionPages(pk: string): AsyncGenerator<Item[]> {
  let after = "!";
  for (;;) {
    const items = await queryItems<Item>({ partition: pk, after, limit: PAGE });
    const last = items.at(-1);
    if (!last) return;
    yield items;
    after = last.sk;
  }
}

async function listOfPayment(svcPaymentId: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of partitionPages(paymentKey(svcPaymentId).pk)) items.push(...page);
  return items;
}

/** Newest first: events that arrive meanwhile are missed, and none is written once the merchant is marked. */
async function* indexPages(
  index: "payments-by-merchant" | "events-by-merchant",
  merchantId: string,
): AsyncGenerator<Item[]> {
  let before: string | undefined;
  do {
    const page = await listItems<Item>({ index, partition: merchantId, limit: PAGE, before });
    yield page.items;
    before = page.next;
  } while (before !== undefined);
}
