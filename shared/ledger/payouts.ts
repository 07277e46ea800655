import {
  type Composition,
  mustBeComposed,
  PAYOUT_TTL_SECONDS,
  type PayoutFacts,
} from "../domain/finance/payout.ts";
import type { Page } from "../domain/page.ts";
import { writeTimeMs } from "../runtime/invocation.ts";
import { getItem, getItems, putNewItem } from "./client.ts";
import { putItem, queryPage, UNSEEN, updateItem, writtenInTime } from "./expressions.ts";
import {
  DUE_ATTRIBUTES,
  type DueAttributes,
  dueAt,
  expiryAt,
  type Key,
  nextVersion,
  payoutKey,
  payoutPartition,
  payoutPointerKey,
  timeSort,
} from "./table.ts";

/** On the due list from when its lines can be read until they were read. */
export type PayoutRecord = Key &
  Partial<DueAttributes> & {
    merchantId: string;
    facts: PayoutFacts;
    composed?: Composition;
    version: number;
    expiresAt: number;
  };

export const findPayout = (merchantId: string, payoutId: string): Promise<PayoutRecord | undefined> =>
  getItem(payoutKey(merchantId, payoutId));

/** Many at once, by id; those that the ledger does not know are left out. */
export async function findPayouts(
  merchantId: string,
  payoutIds: string[],
): Promise<Map<string, PayoutRecord>> {
  const records = await getItems<PayoutRecord>(payoutIds.map((payoutId) => payoutKey(merchantId, payoutId)));
  return new Map(records.map((record) => [record.facts.payoutId, record]));
}

/** `notAfterMs`: sent later it would be untold (see flows/sync.ts). */
type InTime = { notAfterMs?: number | undefined };

/**
 * The pointer is written first: one without a record is skipped, but a record without one would never be listed.
 * undefined: another call was faster.
 */
export async function createPayout(
  merchantId: string,
  facts: PayoutFacts,
  at: number,
  { notAfterMs }: InTime = {},
): Promise<PayoutRecord | undefined> {
  const { payoutId, createdAt } = facts;
  // Counted from its creation, so that it expires at the same time however late it is written.
  const expiresAt = expiryAt(createdAt, PAYOUT_TTL_SECONDS);
  await putNewItem({
    ...payoutPointerKey(merchantId, createdAt, payoutId),
    ...{ merchantId, payoutId, expiresAt },
  });
  const key = payoutKey(merchantId, payoutId);
  const record: PayoutRecord = {
    ...key,
    merchantId,
    facts,
    version: nextVersion(0, writeTimeMs()),
    expiresAt,
    ...(mustBeComposed(facts, undefined) && dueAt(key, at)),
  };
  return writtenInTime(putItem(record, UNSEEN, { notAfterMs }));
}

/** Lock and public version are one: every write raises it, and callbacks show it. */
const raised = ({ version }: PayoutRecord) => ({ version: nextVersion(version, writeTimeMs()) });

/** Onto the version that was read before the processor was asked. undefined: another call was faster. */
export async function savePayout(
  read: PayoutRecord,
  facts: PayoutFacts,
  at: number,
  { notAfterMs }: InTime = {},
): Promise<PayoutRecord | undefined> {
  // One that is on the list already stays there: its retry schedule goes on.
  const goesOnList = mustBeComposed(facts, read.composed) && read.dueSort === undefined;
  const set = { facts, ...raised(read), ...(goesOnList && dueAt(read, at)) };
  const onlyIf = { version: read.version };
  return writtenInTime(updateItem<PayoutRecord>(read, { set, onlyIf, notAfterMs }));
}

/** undefined: the payout has changed since it was read. */
export async function saveComposition(
  read: PayoutRecord,
  composed: Composition,
  { notAfterMs }: InTime = {},
): Promise<PayoutRecord | undefined> {
  const set = { composed, ...raised(read) };
  const onlyIf = { version: read.version };
  const change = { set, remove: DUE_ATTRIBUTES, onlyIf, notAfterMs };
  return writtenInTime(updateItem<PayoutRecord>(read, change));
}

export const leavePayout = (read: PayoutRecord): Promise<unknown> =>
  updateItem<PayoutRecord>(read, {
    set: raised(read),
    remove: DUE_ATTRIBUTES,
    onlyIf: { version: read.version },
    returnItem: false,
  });

export type PayoutRange = { sinceMs?: number | undefined; untilMs?: number | undefined };

/** More pointers without a record in a row than this are not an accident. */
const MAX_QUERIES = 20;

export async function listPayouts(
  merchantId: string,
  { limit, after, sinceMs = 0, untilMs }: PayoutRange & { limit: number; after?: PayoutFacts | undefined },
): Promise<Page<PayoutRecord>> {
  const found: PayoutRecord[] = [];
  let before = after
    ? payoutPointerKey(merchantId, after.createdAt, after.payoutId).sk
    : `LIST#${untilMs === undefined ? "~" : timeSort(untilMs)}`;
  for (let query = 0; query < MAX_QUERIES; query++) {
    const { items, isCutOff } = await queryPage<Key & { payoutId: string }>({
      partition: payoutPartition(merchantId),
      between: [`LIST#${timeSort(sinceMs)}`, before],
      descending: true,
      // One to see whether there is more, and one because the place to begin after is included.
      limit: limit + 2,
    });
    const pointers = items.filter(({ sk }) => sk !== before);
    const records = await findPayouts(
      merchantId,
      pointers.map(({ payoutId }) => payoutId),
    );
    found.push(...pointers.flatMap(({ payoutId }) => records.get(payoutId) ?? []));
    const last = pointers.at(-1);
    if (found.length > limit || !isCutOff || !last) break;
    before = last.sk;
  }
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}
