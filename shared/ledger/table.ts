import { hash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { LATEST_MS } from "../domain/time.ts";

/**
 * The one table, as data: CDK and the local stack build it from here, the ledger's modules make their keys here.
 * README.md lists all records.
 *
 * Partitions are as many as there are kinds of access, because a role is bound by the partition's prefix: a function
 * that may save a callback URL must not be able to make a key or a session, nor to change what is written about it, and
 * one that may start a recovery must not be able to replace the merchant.
 *
 * The indexes hold keys only, and an item is in one only if it has its sort key. An event costs two index writes
 * when it is recorded (one when it is about no payment), a delivery one, and one when it dies or comes back; a payment
 * two, and one more with an orderRef; later changes as a rule none. What is open is on the due list: two writes for a
 * claim, an event and a delivery, when it is opened and when it is closed. A hold costs three in all, an automatic
 * payment none. Hits are read again by key.
 */
export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  timeToLive: "expiresAt",
  indexes: [
    { name: "events-by-merchant", partitionKey: "merchantId", sortKey: "eventSort" },
    { name: "events-by-payment", partitionKey: "svcPaymentId", sortKey: "eventSort" },
    { name: "deliveries-by-endpoint", partitionKey: "endpointId", sortKey: "deliverySort" },
    { name: "dead-deliveries", partitionKey: "deadShard", sortKey: "deadSort" },
    { name: "payments-by-merchant", partitionKey: "merchantId", sortKey: "paymentSort" },
    { name: "payments-by-order", partitionKey: "orderKey", sortKey: "paymentSort" },
    { name: "payments-by-intent", partitionKey: "processorPaymentIntentId", sortKey: "paymentSort" },
    { name: "merchants", partitionKey: "directory", sortKey: "directorySort" },
    { name: "due", partitionKey: "dueShard", sortKey: "dueSort" },
    { name: "attention", partitionKey: "merchantId", sortKey: "attentionSort" },
  ],
} as const;

export type IndexName = (typeof TABLE.indexes)[number]["name"];

/** Which attributes are the keys of an index; without one, of the table itself. */
export function keySchemaOf(index: IndexName | undefined): { partitionKey: string; sortKey: string } {
  if (index === undefined) return TABLE;
  const found = TABLE.indexes.find(({ name }) => name === index);
  if (!found) throw new Error(`There is no index ${index}.`);
  return found;
}

export type Key = { pk: string; sk: string };

export const keyOf = ({ pk, sk }: Key): Key => ({ pk, sk });

/** When the ledger forgets what it keeps for so long: the time to live is in seconds. */
export const expiryAt = (at: number, ttlSeconds: number): number => Math.floor(at / 1000) + ttlSeconds;

/**
 * A payment, payout or account has one version: it is the lock on which every write is made, and what merchants compare to
 * know which of two pictures is newer. It may rise without a visible change. It is a time and not a count, so that a
 * ledger which was restored from a backup, or rebuilt from the processor, goes on above everything that the lost one told.
 */
export const nextVersion = (before: number, writeMs: number): number => Math.max(before + 1, writeMs);

export const merchantKey = (merchantId: string): Key => ({ pk: `MERCHANT#${merchantId}`, sk: "MERCHANT" });

export const apiKeyPartition = (merchantId: string): string => `KEYS#${merchantId}`;

export const apiKeyKey = (merchantId: string, keyId: string): Key => ({
  pk: apiKeyPartition(merchantId),
  sk: `KEY#${keyId}`,
});

export const sessionPartition = (merchantId: string): string => `CONSOLE#${merchantId}`;

export const sessionKey = (merchantId: string, place: string): Key => ({
  pk: sessionPartition(merchantId),
  sk: `SESSION#${place}`,
});

export const onboardingPartition = (merchantId: string): string => `ONBOARDING#${merchantId}`;

export const accountCreationKey = (merchantId: string): Key => ({
  pk: onboardingPartition(merchantId),
  sk: "OPERATION#create-account",
});

/** Of ten seconds. */
export const createCountsKey = (window: number): Key => ({ pk: `RATE#${window}`, sk: "CREATES" });

export const workPartition = (merchantId: string): string => `WORK#${merchantId}`;

export const eventsWorkKey = (merchantId: string, kind: string): Key => ({
  pk: workPartition(merchantId),
  sk: `EVENTS#${kind}`,
});

export const statementWorkKey = (merchantId: string, date: string): Key => ({
  pk: workPartition(merchantId),
  sk: `STATEMENT#${date}`,
});

export const payoutWorkKey = (merchantId: string, payoutId: string): Key => ({
  pk: workPartition(merchantId),
  sk: `PAYOUT#${payoutId}`,
});

export const payoutPartition = (merchantId: string): string => `PAYOUTS#${merchantId}`;

export const payoutKey = (merchantId: string, payoutId: string): Key => ({
  pk: payoutPartition(merchantId),
  sk: `PAYOUT#${payoutId}`,
});

export const payoutPointerKey = (merchantId: string, createdAt: number, payoutId: string): Key => ({
  pk: payoutPartition(merchantId),
  sk: `LIST#${timeSort(createdAt, payoutId)}`,
});

const CHUNK_DIGITS = 5;

export const payoutLinesKey = (merchantId: string, payoutId: string, run: string, nth: number): Key => ({
  pk: payoutPartition(merchantId),
  sk: `LINES#${payoutId}#${run}#${String(nth + 1).padStart(CHUNK_DIGITS, "0")}`,
});

export const testEventsKey = (merchantId: string, endpointId: string): Key => ({
  pk: workPartition(merchantId),
  sk: `TEST-EVENTS#${endpointId}`,
});

export const pausePartition = (merchantId: string): string => `PAUSES#${merchantId}`;

export const pauseKey = (merchantId: string, endpointId: string): Key => ({
  pk: pausePartition(merchantId),
  sk: `PAUSE#${endpointId}`,
});

export const attentionPartition = (merchantId: string): string => `ATTENTION#${merchantId}`;

export type AttentionSubject = "HOLD" | "DISPUTE" | "WARNING" | "REFUND" | "PAYOUT";

export const attentionKey = (merchantId: string, subject: AttentionSubject, id: string): Key => ({
  pk: attentionPartition(merchantId),
  sk: `${subject}#${id}`,
});

export const readerPartition = (merchantId: string): string => `READERS#${merchantId}`;

export const readerKey = (merchantId: string, readerId: string): Key => ({
  pk: readerPartition(merchantId),
  sk: `READER#${readerId}`,
});

export const statsPartition = (merchantId: string): string => `STATS#${merchantId}`;

export const statsKey = (merchantId: string, kind: "MINUTES" | "HOUR" | "DAY", span: string): Key => ({
  pk: statsPartition(merchantId),
  sk: `${kind}#${span}`,
});

export const workPartKey = ({ pk, sk }: Key, name: string): Key => ({ pk, sk: `PART#${sk}#${name}` });

export const accountKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: "ACCOUNT" });

export const watermarkKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: "WATERMARK" });

export const statementPartition = (merchantId: string): string => `STATEMENTS#${merchantId}`;

export const statementKey = (merchantId: string, date: string): Key => ({
  pk: statementPartition(merchantId),
  sk: `STATEMENT#${date}`,
});

export const statementLinesKey = (merchantId: string, date: string, run: string, nth: number): Key => ({
  pk: statementPartition(merchantId),
  sk: `LINES#${date}#${run}#${String(nth + 1).padStart(CHUNK_DIGITS, "0")}`,
});

export const statementWatermarkKey = (merchantId: string): Key => ({
  pk: statementPartition(merchantId),
  sk: "WATERMARK",
});

export const paymentKey = (svcPaymentId: string): Key => ({ pk: `PAYMENT#${svcPaymentId}`, sk: "PAYMENT" });

export const operationKey = (svcPaymentId: string, operationId: string): Key => ({
  pk: `PAYMENT#${svcPaymentId}`,
  sk: `OPERATION#${operationId}`,
});

export const eventKey = (eventId: string): Key => ({ pk: `EVENT#${eventId}`, sk: "EVENT" });

/** Of an event to one endpoint. */
export const deliveryKey = (eventId: string, endpointId: string): Key => ({
  pk: eventKey(eventId).pk,
  sk: `DELIVERY#${endpointId}`,
});

/** Sorts by time, also by times that a caller has made up. */
export const timeSort = (at: number, id = ""): string =>
  `${String(Math.min(Math.max(at, 0), LATEST_MS)).padStart(13, "0")}#${id}`;

export const reverseTimeSort = (at: number, id: string): string => timeSort(LATEST_MS - at, id);

export const timeOfSort = (sort: string): number => Number(sort.slice(0, 13));

export const orderKey = (merchantId: string, orderRef: string): string => `${merchantId}#${orderRef}`;

/** Merchants are few and rarely new: one partition lists them all. */
export const DIRECTORY = "MERCHANTS";

export const auditPartition = (merchantId: string): string => `AUDIT#${merchantId}`;

/** By number: of two writers one has it. */
export const auditKey = (merchantId: string, number: number): Key => ({
  pk: auditPartition(merchantId),
  sk: `AUDIT#${String(number).padStart(16, "0")}`,
});

/** Apart from the entries, whose writers may not write it. */
export const auditHeadKey = (merchantId: string): Key => ({ pk: `AUDITED#${merchantId}`, sk: "HEAD" });

export const auditRoundKey = (): Key => ({ pk: "AUDITED#all", sk: "ROUND" });

/** Thousands of things may become due in one minute; one index partition would throttle the whole table. */
export const DUE_SHARDS = 32;

export const UNRESOLVED = "DUE#unresolved";

/** An item's place on the due list, written together with what opens or closes the item. */
export type DueAttributes = { dueShard: string; dueSort: string; dueStep: number };

/** For the write that takes an item off the list. */
export const DUE_ATTRIBUTES = ["dueShard", "dueSort", "dueStep"] as const;

export const dueAt = (key: Key, at: number, step = 0): DueAttributes => ({
  dueShard: `DUE#${shardOf(key)}`,
  dueSort: timeSort(at, `${key.pk}#${key.sk}`),
  dueStep: step,
});

/** Due after a while, or when it stands on the list already if that is sooner: a retry postpones no visit. */
export const dueWithin = (item: Key & Partial<DueAttributes>, at: number, waitMs: number): DueAttributes =>
  dueAt(item, Math.min(at + waitMs, item.dueSort === undefined ? at + waitMs : timeOfSort(item.dueSort)));

/** By a hash: keys of one kind end alike. */
const shardOf = ({ pk, sk }: Key): number =>
  hash("sha256", `${pk}#${sk}`, "buffer").readUInt16BE(0) % DUE_SHARDS;

/**
 * A broken endpoint can add dead deliveries by the thousand a second; one index partition would throttle the whole table.
 */
export const DEAD_SHARDS = 8;

export const deadShardOf = (eventId: string): string => `DEAD#${lastCharacterCode(eventId) % DEAD_SHARDS}`;

const lastCharacterCode = (text: string): number => text.charCodeAt(text.length - 1) || 0;

/** For a read that brought several kinds of items. The key's kind determines the type. */
export const itemUnder = <T extends object>({ pk, sk }: Key, items: Record<string, unknown>[]) =>
  items.find((item) => item.pk === pk && item.sk === sk) as T | undefined;

/**
 * DynamoDB bills every write by the item's size, per started KB, and an event's JSON shrinks to a third. Packed bytes
 * unpack byte for byte; a checksum proves it.
 */
export const pack = (content: Uint8Array | string): Uint8Array => deflateSync(content, { level: 9 });

export const unpack = (packed: Uint8Array): Buffer => inflateSync(packed);
